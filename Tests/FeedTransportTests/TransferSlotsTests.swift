import Testing

@testable import FeedTransport

@Suite("TransferSlots")
struct TransferSlotsTests {
    @Test("transfers that began lately fill the slots, and give them back when they are over")
    func fills() {
        var slots = TransferSlots(width: 2, patience: .milliseconds(75))
        slots.start(1)
        #expect(slots.hasRoom)
        slots.start(2)
        #expect(!slots.hasRoom)
        slots.completeTransfer(1)
        #expect(slots.hasRoom)
        #expect(slots.idled(.zero).isEmpty)
    }

    @Test("a transfer whose server lets us wait gives its slot to others, and is told once")
    func awaitsServer() {
        var slots = TransferSlots(width: 2, patience: .milliseconds(75))
        slots.start(1)
        #expect(slots.nextLingering == .milliseconds(75))
        #expect(slots.idled(.milliseconds(50)).isEmpty)
        slots.start(2)
        #expect(slots.nextLingering == .milliseconds(25))
        #expect(slots.idled(.milliseconds(25)) == [1])
        #expect(slots.hasRoom)
        #expect(slots.idled(.milliseconds(50)) == [2])
        #expect(slots.nextLingering == nil)
        slots.completeTransfer(1)
        slots.completeTransfer(2)
        #expect(slots.hasRoom)
    }

    @Test("a transfer that is over does not linger")
    func over() {
        var slots = TransferSlots(width: 1, patience: .milliseconds(75))
        for id in 1...10_000 {
            slots.start(UInt64(id))
            #expect(!slots.hasRoom)
            slots.completeTransfer(UInt64(id))
            #expect(slots.idled(.milliseconds(1)).isEmpty)
        }
    }
}

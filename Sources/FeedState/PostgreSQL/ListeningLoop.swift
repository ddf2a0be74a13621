import FeedStages

/// The loop of the thread that listens: it connects, hears calls, and connects again.
struct ListeningLoop {
    /// The time until a connection that broke, or could not be made, is tried again.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    private let place: PostgreSQLPlace
    private let call: PostgreSQLCall
    private let name: WaitingName
    private let inbox: CallInbox
    private let interval: Duration

    init(_ place: PostgreSQLPlace, as worker: String, _ inbox: CallInbox, interval: Duration) {
        (self.place, self.inbox, self.interval) = (place, inbox, interval)
        call = PostgreSQLCall(place)
        name = WaitingName(of: worker, call)
    }

    /// Listens until the inbox is over.
    func run() {
        var pause = Self.shortestPause
        while !inbox.isOver {
            let begun = ContinuousClock.now
            // Why it failed is told by the next run, which needs the server.
            do throws(StageError) { try listen() } catch {}
            if ContinuousClock.now - begun > Self.longestPause { pause = Self.shortestPause }
            _ = inbox.waitsForInput(of: -1, until: .now + pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Listens on one connection. Throws when it breaks.
    private func listen() throws(StageError) {
        let connection = try PostgreSQLConnection(place, isReadOnly: false)
        try connection.runScript("SET application_name = '\(name.text)'; LISTEN \(call.channel)")
        // Who called before was not heard.
        inbox.call(from: CallInbox.nobody)
        while !inbox.isOver {
            try look(connection)
            let next = ContinuousClock.now + interval
            repeat {
                take(from: connection)
                guard inbox.waitsForInput(of: connection.socket, until: next) else { continue }
                guard connection.readInput() else {
                    throw StageError(.databaseUnreachable, subject: connection.name)
                }
            } while .now < next && !inbox.isOver
        }
    }

    private func take(from connection: PostgreSQLConnection) {
        while let notification = connection.nextNotification() {
            if notification.payload == PostgreSQLCall.word { inbox.call(from: notification.backend) }
        }
    }

    /// Looks whether a worker has died, and counts that as a call. Throws if the server's process is another one, or does
    /// not listen any more.
    private func look(_ connection: PostgreSQLConnection) throws(StageError) {
        let answer = try connection.firstOfScript(
            "SELECT pg_backend_pid(), EXISTS(SELECT 1 FROM pg_listening_channels() AS name WHERE name = '\(call.channel)')"
        )
        guard answer == [String(connection.backend), "t"] else {
            throw StageError(.databaseUnreachable, subject: connection.name)
        }
        do throws(StageError) {
            let dead = try connection.firstOfScript("SELECT 1 FROM worker WHERE until_ms < clock_ms() LIMIT 1")
            if dead != nil { inbox.call(from: CallInbox.nobody) }
        } catch {
            // The tables may be missing for a while; a run tells that.
            guard connection.isOpen else { throw error }
        }
    }
}

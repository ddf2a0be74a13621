import FeedRendering

/// What a sink would have got, as `--dry-run` shows it.
struct Preview {
    let sink: String
    let target: String
    let payload: [UInt8]

    /// Prints a line that names sink and target, then the bytes; on a terminal without what could steer it.
    func print(on console: Console) throws(CommandFailure) {
        try console.print("──── \(VisibleText.line(sink)) → \(VisibleText.line(target)), \(payload.count) bytes")
        try console.print(document: payload)
        if payload.last != UInt8(ascii: "\n") { try console.print("") }
    }
}

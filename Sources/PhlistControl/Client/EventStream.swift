/// The events of one connection to the daemon.
final class EventStream: EventSource {
    private var reader: HTTPReader

    init(reader: consuming HTTPReader) {
        self.reader = reader
    }

    func next() throws(ClientError) -> ControlEvent? {
        while let line = try reader.readContentLine() {
            // An empty line only shows that the connection is alive.
            guard !line.isEmpty else { continue }
            do {
                return try JSONText.decode(ControlEvent.self, from: Array(line))
            } catch {
                throw .replyMalformed(error.reason)
            }
        }
        return nil
    }

    func hasNext() throws(ClientError) -> Bool {
        try reader.hasContentLine()
    }

    var descriptor: Int32 { reader.descriptor }
}

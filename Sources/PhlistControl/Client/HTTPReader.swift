/// Reads an HTTP/1.1 reply from a socket, as far as a daemon on the same machine needs it (RFC 9112).
///
/// ```
/// HTTP/1.1 200 OK␍␊                    status line
/// name: value␍␊ …                      headers; only the two that frame the body count
/// ␍␊
/// content                               Content-Length bytes, or up to the end of the connection, or chunks:
/// SIZE␍␊ content ␍␊ … 0␍␊ ␍␊            each with its size in hexadecimal; size 0 ends the body
/// ```
struct HTTPReader: ~Copyable {
    /// The framing of the rest of the body.
    private enum Framing {
        /// The number of body bytes left.
        case length(Int)
        /// The size line of a chunk is next.
        case chunkSize
        /// The number of bytes left in the chunk.
        case chunk(Int)
        /// The body ends with the connection.
        case connection
        /// The body is complete.
        case ended
    }

    /// The time by which the requested bytes must have arrived; nil waits indefinitely.
    var deadline: ContinuousClock.Instant?

    private let socket: UnixSocket
    /// Bytes from the socket that are not parsed yet.
    private var input: ArraySlice<UInt8> = []
    /// Bytes of the body that are not read yet.
    private var content: ArraySlice<UInt8> = []
    private var framing = Framing.connection

    /// The descriptor that becomes readable when more of the reply arrives.
    var descriptor: Int32 { socket.descriptor }

    init(socket: consuming UnixSocket, deadline: ContinuousClock.Instant?) {
        self.socket = socket
        self.deadline = deadline
    }

    /// Reads the head and returns the status.
    mutating func readHead() throws(ClientError) -> Int {
        let status = try Self.status(in: try takeLine(sizeMax: Limits.headSizeMax))
        var size = 0
        while size <= Limits.headSizeMax {
            let line = try takeLine(sizeMax: Limits.headSizeMax)
            if line.isEmpty { return status }
            size += line.utf8.count
            try takeHeader(line)
        }
        throw .replyTooLarge(sizeMax: Limits.headSizeMax)
    }

    /// Reads the whole body.
    mutating func readBody() throws(ClientError) -> [UInt8] {
        while try readContent() {
            guard content.count <= Limits.replyBodySizeMax else {
                throw .replyTooLarge(sizeMax: Limits.replyBodySizeMax)
            }
        }
        return Array(content)
    }

    /// Reads the next bytes of the body; nil at its end.
    mutating func readContentPiece() throws(ClientError) -> ArraySlice<UInt8>? {
        while content.isEmpty {
            guard try readContent() else { return nil }
        }
        defer { content = [] }
        return content
    }

    /// Reads the next line of the body, without its end; nil after the last complete line.
    mutating func readContentLine() throws(ClientError) -> ArraySlice<UInt8>? {
        var searched = 0
        while true {
            if let end = content.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
                defer { content = content[(end + 1)...] }
                return content[..<end]
            }
            searched = content.count
            guard searched <= Limits.eventSizeMax else { throw .replyTooLarge(sizeMax: Limits.eventSizeMax) }
            guard try readContent() else { return nil }
        }
    }

    /// Drops empty lines and returns whether another line or the end of the body can be read without waiting.
    mutating func hasContentLine() throws(ClientError) -> Bool {
        let newline = UInt8(ascii: "\n")
        while true {
            content = content.drop { $0 == newline }
            if content.contains(newline) || isComplete { return true }
            guard !input.isEmpty || socket.hasInput else { return false }
            guard try readContent() else { return true }
        }
    }

    /// Whether the body is complete.
    private var isComplete: Bool {
        switch framing {
        case .ended, .length(0): true
        case .length, .chunkSize, .chunk, .connection: false
        }
    }

    /// Moves more bytes of the body to `content`; returns false when the body is complete.
    private mutating func readContent() throws(ClientError) -> Bool {
        switch framing {
        case .ended, .length(0):
            framing = .ended
            return false
        case .length(let count):
            framing = .length(count - (try take(atMost: count)))
        case .chunkSize:
            framing = try takeChunkSize()
        case .chunk(let count):
            let left = count - (try take(atMost: count))
            if left == 0, try takeLine(sizeMax: Limits.chunkLineSizeMax) != "" {
                throw .replyMalformed("a chunk is longer than its size")
            }
            framing = left == 0 ? .chunkSize : .chunk(left)
        case .connection:
            if input.isEmpty { input = try socket.receive(deadline: deadline) }
            framing = input.isEmpty ? .ended : .connection
            content += input
            input = []
        }
        return true
    }

    private mutating func take(atMost count: Int) throws(ClientError) -> Int {
        if input.isEmpty { try receive() }
        let piece = input.prefix(count)
        content += piece
        input = input.dropFirst(count)
        return piece.count
    }

    private mutating func takeChunkSize() throws(ClientError) -> Framing {
        let line = try takeLine(sizeMax: Limits.chunkLineSizeMax)
        let digits = line.prefix { $0 != ";" }
        guard let size = Self.number(digits, radix: 16) else { throw .replyMalformed("no size of a chunk: \(line)") }
        guard size == 0 else { return .chunk(size) }
        while try takeLine(sizeMax: Limits.headSizeMax) != "" {}
        return .ended
    }

    private mutating func takeHeader(_ line: String) throws(ClientError) {
        guard let colon = line.firstIndex(of: ":") else { throw .replyMalformed("no header: \(line)") }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        switch line[..<colon].lowercased() {
        case "transfer-encoding":
            guard value.lowercased() == "chunked" else { throw .replyMalformed("transfer encoding \(value)") }
            framing = .chunkSize
        case "content-length": try takeLength(value)
        default: break
        }
    }

    private mutating func takeLength(_ value: Substring) throws(ClientError) {
        switch framing {
        case .connection:
            guard let length = Self.number(value, radix: 10) else { throw .replyMalformed("length \(value)") }
            framing = .length(length)
        case .length: throw .replyMalformed("two lengths")
        case .chunkSize, .chunk, .ended: break
        }
    }

    /// Takes a line of the head, without its end.
    private mutating func takeLine(sizeMax: Int) throws(ClientError) -> String {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")), end - input.startIndex <= sizeMax {
                defer { input = input[(end + 1)...] }
                let line = String(decoding: input[..<end], as: UTF8.self)
                return line.hasSuffix("\r") ? String(line.dropLast()) : line
            }
            guard input.count <= sizeMax else { throw .replyTooLarge(sizeMax: sizeMax) }
            try receive()
        }
    }

    private mutating func receive() throws(ClientError) {
        let bytes = try socket.receive(deadline: deadline)
        guard !bytes.isEmpty else { throw .connectionClosed }
        input += bytes
    }

    private static func status(in line: String) throws(ClientError) -> Int {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
            let status = number(words[1], radix: 10)
        else { throw .replyMalformed("no HTTP: \(line)") }
        return status
    }

    /// Parses a number that consists of digits only; `Int` would accept a sign.
    private static func number(_ digits: some StringProtocol, radix: Int) -> Int? {
        digits.first == "-" || digits.first == "+" ? nil : Int(digits, radix: radix)
    }
}

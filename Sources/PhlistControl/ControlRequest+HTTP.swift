extension ControlRequest {
    /// Returns the request as HTTP/1.1; the daemon closes the connection after its reply.
    func bytes() throws(ClientError) -> [UInt8] {
        let body = try encodedBody()
        let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        return head(length) + Array(body.utf8)
    }

    /// Returns the head of a request with a body of `count` bytes.
    func head(beforeBytes count: Int) -> [UInt8] {
        head("Content-Type: application/octet-stream\r\nContent-Length: \(count)\r\n")
    }

    private func head(_ length: String) -> [UInt8] {
        let keyLine = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
        let head = "\(route.method) \(route.path)\(escapedQuery) HTTP/1.1\r\nHost: phlist\r\nConnection: close\r\n"
        return Array("\(head)\(keyLine)\(length)\r\n".utf8)
    }

    private func encodedBody() throws(ClientError) -> String {
        guard let body else { return "" }
        do {
            return try JSONText.encode(body)
        } catch {
            throw .requestMalformed(error.reason)
        }
    }

    /// The query with a leading question mark; empty without parameters.
    package var escapedQuery: String {
        guard !query.isEmpty else { return "" }
        return "?" + query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes a text (RFC 3986), except for unreserved characters.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let digits = String(byte, radix: 16, uppercase: true)
            result += isUnreserved(byte) ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + digits
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        let scalar = Character(Unicode.Scalar(byte))
        return scalar.isASCII && (scalar.isLetter || scalar.isNumber) || "-._~".contains(scalar)
    }
}

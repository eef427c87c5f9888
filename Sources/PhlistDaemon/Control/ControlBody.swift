import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import PhlistControl

/// JSON bodies of the control API.
enum ControlBody {
    /// Decodes the request's body; an empty body stands for `{}`.
    ///
    /// - Throws: A `ControlError` for a body that is too large, not valid, or has an unknown field, as a change must
    ///   not be made because of a misspelling; the connection's error when it broke.
    static func decode<Body: Decodable>(_ type: Body.Type, from request: Request) async throws -> Body {
        try await read(type, from: request).value
    }

    /// Decodes the request's body and also returns its bytes.
    static func read<Body: Decodable>(
        _ type: Body.Type,
        from request: Request,
        upTo sizeMax: Int = ControlLimits.bodySizeMax
    ) async throws -> (value: Body, bytes: [UInt8]) {
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.inTime().collect(upTo: sizeMax)
        } catch is NIOTooManyBytesError {
            throw ControlError(.tooLarge, "the body has more than \(sizeMax) bytes")
        }
        let data = bytes.readableBytes == 0 ? Data("{}".utf8) : Data(bytes.readableBytesView)
        do {
            let body = try JSONDecoder().decode(type, from: data)
            // Only imports are longer; programs make those, and reading them twice takes long.
            if data.count <= ControlLimits.bodySizeMax {
                try KnownFields(of: type).check(JSONDecoder().decode(FieldNames.self, from: data))
            }
            return (body, Array(bytes.readableBytesView))
        } catch let error as DecodingError {
            throw ControlError(.invalid, message(for: error, in: data))
        }
    }

    /// Returns a reply with the value as its body; sorted keys make the bytes of equal values equal.
    static func encode(_ body: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: responseBody(try line(body))
        )
    }

    /// Returns the body of a reply; a long one is written in pieces, as fast as its client reads.
    static func responseBody(_ bytes: ByteBuffer) -> ResponseBody {
        guard bytes.readableBytes > ControlLimits.replyPieceBytes else { return ResponseBody(byteBuffer: bytes) }
        return ResponseBody(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while let piece = rest.readSlice(length: min(rest.readableBytes, ControlLimits.replyPieceBytes)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// Returns the value as one line of JSON, with a newline at its end.
    static func line(_ body: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var buffer = ByteBuffer(bytes: try encoder.encode(body))
        buffer.writeStaticString("\n")
        return buffer
    }

    /// Accepts any JSON.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    private static func message(for error: DecodingError, in data: Data) -> String {
        guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else {
            return message(for: error, inPart: "field")
        }
        // The decoder reports the same error for a number that is too large, or has a fraction where none is allowed.
        let isJSON = (try? JSONDecoder().decode(Anything.self, from: data)) != nil
        guard isJSON else { return "the body is not valid JSON" }
        return hasHalfAPair(data)
            ? "a text has one half of a surrogate pair, which is not a character" : "a number does not fit its field"
    }

    /// Returns whether a JSON escape names one half of a UTF-16 surrogate pair without the other.
    private static func hasHalfAPair(_ json: Data) -> Bool {
        var bytes = Array(json)[...]
        var isHighBefore = false
        while let byte = bytes.popFirst() {
            var unit: UInt16?
            if byte == UInt8(ascii: "\\"), bytes.popFirst() == UInt8(ascii: "u") {
                unit = UInt16(String(decoding: bytes.prefix(4), as: UTF8.self), radix: 16)
                bytes = bytes.dropFirst(4)
            }
            guard isHighBefore == unit.map(UTF16.isTrailSurrogate) ?? false else { return true }
            isHighBefore = unit.map(UTF16.isLeadSurrogate) ?? false
        }
        return isHighBefore
    }

    /// Returns the fault of a part of a document.
    static func message(for error: DecodingError, inPart part: String) -> String {
        func subject(_ keys: [any CodingKey]) -> String {
            keys.isEmpty ? part == "field" ? "the body" : "a \(part)" : "\(part) \"\(path(keys))\""
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(subject(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context): "\(subject(context.codingPath)) must be \(name(of: type))"
        case .valueNotFound(let type, let context):
            "\(subject(context.codingPath)) must be \(name(of: type)), not null"
        case .dataCorrupted(let context): "\(subject(context.codingPath)) has a value that is not allowed"
        @unknown default: "the request does not fit this route"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }

    /// Returns a type in words.
    static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is [Any].Type: "a list"
        case is [String: Any].Type: "an object"
        default: "of another type"
        }
    }
}

extension AsyncSequence where Element == ByteBuffer, Self: Sendable {
    /// Returns the same bytes, until the time for a body is over; an idle client is disconnected sooner.
    ///
    /// - Throws: `tryAgain` for bytes that come later.
    func inTime(
        before deadline: ContinuousClock.Instant = .now + .seconds(ControlLimits.bodySecondsMax)
    ) -> AsyncThrowingMapSequence<Self, ByteBuffer> {
        map { bytes in
            guard ContinuousClock.now < deadline else {
                throw ControlError(.tryAgain, "sending the request took longer than \(ControlLimits.bodySecondsMax) s")
            }
            return bytes
        }
    }

    /// Reads and discards the rest, because a client that is still sending would not read the reply; stops after
    /// `bytesMax`.
    func drain(upTo bytesMax: Int) async throws {
        var byteCount = 0
        for try await buffer in self {
            byteCount += buffer.readableBytes
            guard byteCount <= bytesMax else { break }
        }
    }
}

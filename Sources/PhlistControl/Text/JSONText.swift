import FoundationEssentials

/// JSON as phlist writes it: keys sorted, one line, and safe to print on a terminal.
package enum JSONText {
    /// Encodes a document; characters that are unsafe on terminals become `\u` escapes.
    package static func encode(_ document: some Encodable) throws(EncodingFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return escaped(String(decoding: try encoder.encode(document), as: UTF8.self))
        } catch {
            throw EncodingFailure(reason: "\(error)")
        }
    }

    /// Decodes a document; unknown members are ignored.
    package static func decode<Document: Decodable>(
        _ type: Document.Type,
        from bytes: [UInt8]
    ) throws(DecodingFailure) -> Document {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw DecodingFailure(reason: "\(error)")
        }
    }

    package struct EncodingFailure: Error, Equatable {
        package let reason: String
    }

    /// Bytes that do not hold the expected document.
    package struct DecodingFailure: Error, Equatable {
        package let reason: String
    }

    /// Escapes unsafe characters; compact JSON has them only inside strings.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: \.isUnsafeOnTerminals) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if scalar.isUnsafeOnTerminals {
                text += escape(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Escapes a character; unsafe ones are all below U+10000, so four digits suffice.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

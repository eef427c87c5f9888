import Glibc
import PhlistControl

/// A source of text.
protocol TextInput {
    /// Whether a person types it.
    var isTerminal: Bool { get }

    /// Reads up to the end of the input.
    ///
    /// - Throws: `ControlError` if there are more bytes than allowed, `ClientError.interrupted` on Ctrl-C.
    func readAll(sizeMax: Int) throws -> [UInt8]

    /// Reads one line without its end; nil at the end of the input.
    func readLine(sizeMax: Int) throws -> String?
}

extension TextInput {
    /// Reads the whole input, up to the size of one request.
    ///
    /// - Throws: The errors of `readAll`, and `ControlError` if it is not UTF-8.
    func readText() throws -> String {
        let bytes = try readAll(sizeMax: PhlistControl.Limits.requestBodySizeMax)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ControlError(
                .invalid,
                "the standard input is not UTF-8",
                hint: "convert it first, for example with iconv"
            )
        }
        return text
    }
}

/// Reads from an open file.
struct DescriptorInput: TextInput {
    let descriptor: Int32
    /// The name for error messages.
    var name = "the standard input"

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func readAll(sizeMax: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try read(countMax: 1 << 16) {
            bytes += piece
            try check(bytes.count, sizeMax)
        }
        return bytes
    }

    /// Reads one byte at a time, so that the rest of the input stays unread.
    func readLine(sizeMax: Int) throws -> String? {
        var bytes: [UInt8] = []
        while let byte = try read(countMax: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
            try check(bytes.count, sizeMax)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private func read(countMax: Int) throws -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: countMax)
        while true {
            guard !Interrupt.take() else { throw ClientError.interrupted }
            let count = Glibc.read(descriptor, &bytes, countMax)
            if count >= 0 { return count == 0 ? nil : bytes[..<count] }
            guard errno == EINTR else {
                throw ControlError(.inputOutput, "cannot read \(name): \(Errno.last)")
            }
        }
    }

    private func check(_ size: Int, _ sizeMax: Int) throws {
        guard size <= sizeMax else {
            throw ControlError(.tooLarge, "\(name) has more than \(sizeMax) bytes")
        }
    }
}

import Foundation

/// The inputs of a target that are kept: hostile ones with the reason, and those that the fuzzer found worth keeping.
struct Corpus {
    /// The size of all corpora together, so that nobody is afraid of reading one.
    static let bytesMax = 78 * 1024

    let byteCount: Int
    let inputs: [[UInt8]]

    /// Reads the file of a target: an input in hexadecimal digits a line, then perhaps why it is there.
    init(of target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        let text = try String(contentsOf: folder.appending(path: "\(target.rawValue).txt"), encoding: .utf8)
        byteCount = text.utf8.count
        inputs = try text.split(separator: "\n").compactMap { line in
            let digits = line.prefix { $0 != " " }
            return digits == "#" ? nil : try Self.bytes(digits)
        }
    }

    private static func bytes(_ digits: Substring) throws -> [UInt8] {
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
        guard bytes.count * 2 == digits.count else { throw NotHexadecimal(digits: String(digits)) }
        return bytes
    }

    /// A line that is no input.
    struct NotHexadecimal: Error {
        var digits: String
    }
}

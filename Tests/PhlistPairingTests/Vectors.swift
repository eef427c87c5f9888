import Foundation
import Testing

/// The published vectors, as a tree of named hex strings.
struct Vectors {
    private let tree: [String: Any]

    init() throws {
        let folder = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
        let data = try Data(contentsOf: folder.appending(path: "cpace-ristretto255-sha512.json"))
        let object = try JSONSerialization.jsonObject(with: data)
        tree = try #require(object as? [String: Any])
    }

    private init(tree: [String: Any]) {
        self.tree = tree
    }

    var names: Set<String> { Set(tree.keys) }

    func group(_ name: String) throws -> Vectors {
        Vectors(tree: try #require(tree[name] as? [String: Any]))
    }

    func number(_ name: String) throws -> Int {
        try #require(tree[name] as? Int)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        let hex = try #require(tree[name] as? String)
        return try #require([UInt8](hex: hex))
    }

    /// A text file beside the vectors, by lines.
    static func lines(of name: String) throws -> [String] {
        let folder = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
        let data = try Data(contentsOf: folder.appending(path: name))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension [UInt8] {
    /// Bytes from hex digits; nil for anything else.
    init?(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

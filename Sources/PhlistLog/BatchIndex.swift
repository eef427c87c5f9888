package import PhlistModel

/// The positions of each scope's batches in the log, by row of the scope's ledger.
///
/// An entry takes eight bytes. A folded batch becomes the next row of its scope, and its position the next entry.
package struct BatchIndex: Sendable {
    private(set) var scopes: [ScopeID: [RecordPosition]] = [:]

    /// The number of batches in all scopes.
    package var count: Int { scopes.values.reduce(0) { $0 + $1.count } }

    /// Creates an empty index.
    package init() {}

    /// The scopes with batches, in ascending order.
    package var scopeIDs: [ScopeID] { scopes.keys.sorted() }

    /// The number of batches in a scope.
    package func count(in scope: ScopeID) -> Int {
        scopes[scope]?.count ?? 0
    }

    /// Adds the batch that was folded as the next row of a scope.
    package mutating func append(_ position: RecordPosition, in scope: ScopeID) {
        scopes[scope, default: []].append(position)
    }

    /// Returns the position of the batch in a row.
    package func position(ofRow row: UInt32, in scope: ScopeID) -> RecordPosition {
        let positions = scopes[scope] ?? []
        invariant(row < positions.count, "row \(row) of scope \(scope), which has \(positions.count) batches")
        return positions[Int(row)]
    }
}

/// The index as bytes, for the snapshot.
///
/// ```
/// index = scope count varint | { scope 16 B | batch count varint | column of positions }…       by scope
/// ```
extension BatchIndex {
    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(scopes.count))
        for (scope, positions) in scopes.sorted(by: { $0.key < $1.key }) {
            writer.write(scope)
            writer.write(varint: UInt64(positions.count))
            writer.write(column: positions.lazy.map { $0.rawValue })
        }
    }

    /// Reads an index.
    ///
    /// A position without a record is detected only when the record is read.
    package init(from reader: inout ByteReader) throws(CodecError) {
        for _ in 0..<(try reader.readCount(ofAtLeast: ScopeID.byteCount)) {
            let scope = try reader.readIdentifier(ScopeID.self)
            let count = try reader.readCount(ofAtLeast: 1)
            let numbers = try reader.readColumn(of: UInt64.self, count: count)
            guard scopes[scope] == nil, count > 0 else { throw .badValue("scope \(scope) twice or without batches") }
            scopes[scope] = numbers.map { RecordPosition(rawValue: $0) }
        }
    }
}

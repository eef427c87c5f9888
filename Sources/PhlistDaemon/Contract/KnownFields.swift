import Synchronization

/// The fields that the bodies of requests may have: those that their types ask for.
enum KnownFields {
    /// The names that were found, by type, as finding them takes longer than a request.
    private static let found = Mutex<[ObjectIdentifier: Set<String>]>([:])

    static func names<Body: Decodable>(of type: Body.Type) throws -> Set<String> {
        if let names = found.withLock({ $0[ObjectIdentifier(type)] }) { return names }
        let schema = try Schemas().object(type).schema
        let names = Set(schema.members["properties"]?.members.keys.map(\.self) ?? [])
        found.withLock { $0[ObjectIdentifier(type)] = names }
        return names
    }
}

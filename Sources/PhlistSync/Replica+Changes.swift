import OrderedCollections
import PhlistModel

/// What an applied batch looks like to those who watch.
extension Replica {
    /// How the entities that a batch touches were before it, in the order of its ops.
    func touched(by batch: Batch, in scope: ScopeID) -> OrderedDictionary<EntityID, Life?> {
        guard let list = scopes[scope]?.state.list, let ops = try? batch.decodedOps() else { return [:] }
        var before: OrderedDictionary<EntityID, Life?> = [:]
        for case .write(let entity, _) in ops {
            before.updateValue(Self.life(of: entity, in: list), forKey: entity)
        }
        return before
    }

    /// The changes of a batch that has just been applied.
    func changes(
        by batch: Batch,
        from origin: FeedOrigin,
        before: OrderedDictionary<EntityID, Life?>
    ) -> [Change] {
        guard let list = scopes[origin.scope]?.state.list else { return [] }
        return before.map { entity, life in
            Change(
                scope: origin.scope,
                entity: entity,
                kind: Self.kind(before: life, after: Self.life(of: entity, in: list)),
                by: batch.header.by,
                device: origin.device,
                isLocal: origin.device == device
            )
        }
    }

    private static func life(of entity: EntityID, in list: ListState) -> Life? {
        if entity == .root {
            return list.root.map { _ in list.isTrashed ? .dead : .alive }
        }
        return list.item(entity).map { $0.isTrashed ? .dead : .alive }
    }

    private static func kind(before: Life?, after: Life?) -> Change.Kind {
        switch (before, after) {
        case (nil, _): .added
        case (.alive, .dead): .trashed
        case (.dead, .alive): .restored
        case (.alive, _), (.dead, _): .changed
        }
    }
}

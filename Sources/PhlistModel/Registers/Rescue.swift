/// An edit that won over a concurrent delete.
package struct Rescue: Hashable, Sendable {
    package let edited: Act
    package let deleted: Act

    /// Creates the rescue of an item or a record; nil if nobody deleted it, or it is in the trash.
    init?(_ life: Register) {
        // Of several people who made an occurrence, one took that back: it stays because of the others.
        let isMade = life.siblings.contains { $0.value.life == .made }
        let edits = life.siblings.filter { $0.value.isAlive && $0.value.life != .made }
        let deletes = life.siblings.filter { $0.value.life == .dead || $0.value.life == .unmade && !isMade }
        guard let edited = edits.map(\.act).max(), let deleted = deletes.map(\.act).max() else { return nil }
        (self.edited, self.deleted) = (edited, deleted)
    }
}

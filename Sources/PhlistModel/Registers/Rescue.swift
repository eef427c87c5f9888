/// An edit that won over a concurrent delete.
package struct Rescue: Hashable, Sendable {
    package let edited: Act
    package let deleted: Act

    /// Creates the rescue of an item or a record; nil if nobody deleted it, or it is in the trash.
    init?(_ life: Register) {
        let edits = life.siblings.filter(\.value.isAlive)
        let deletes = life.siblings.filter { $0.value == [Life.dead.rawValue] }
        guard let edited = edits.map(\.act).max(), let deleted = deletes.map(\.act).max() else { return nil }
        (self.edited, self.deleted) = (edited, deleted)
    }
}

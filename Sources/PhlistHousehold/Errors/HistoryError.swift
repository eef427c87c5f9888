package import PhlistModel

/// The refusal to undo or redo.
package enum HistoryError: Error, Hashable, Sendable {
    case nothingToUndo
    case nothingToRedo
    /// The caller's newest action cannot be undone; with the scope in which it was done.
    case cannotBeUndone(LastingChange, in: ScopeID)
    /// The caller's newest action was done in a list that they no longer see.
    case lastActionUnseen
}

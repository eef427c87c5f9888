package import PhlistHousehold
package import PhlistModel

/// The outcome of a command, for its reply.
package struct Performed: Sendable {
    package var outcome: Outcome
    /// The lists as a dry run would make them.
    package var preview: [ScopeID: ScopeDraft]
    /// The caller, whose choices apply to what is shown.
    package var caller: Principal

    package init(_ outcome: Outcome, preview: [ScopeID: ScopeDraft], for caller: Principal) {
        (self.outcome, self.preview, self.caller) = (outcome, preview, caller)
    }

    /// Whether the command has changed anything, or would.
    package var isChanged: Bool { !outcome.changed.isEmpty }
}

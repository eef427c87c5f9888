package import PhlistModel

/// The reasons why a command about a form or its records is refused; nothing has changed.
package enum FormError: Hashable, Sendable {
    case formNotFound(String)
    case notAForm(String)
    case ambiguousForm(String, candidates: [ScopeID])
    case formFieldNotFound(String, in: ScopeID)
    case ambiguousFormField(String, in: ScopeID)
    case formRefused(FormRefusal)
    case recordNotFound(String, in: ScopeID)
    case recordExists(String, in: ScopeID)
    /// Two records to be saved together have the same key.
    case recordTwice(String, in: ScopeID)
    /// All faults of a record at once.
    case recordRefused([RecordFault], in: ScopeID)
    case noteTooLong(bytes: Int)
}

/// The one shape of an error, in the control API and in `phlistctl`.
package struct ControlError: Error, Codable, Sendable, Equatable {
    package var code: ErrorCode
    /// What failed, with which value, in one line that starts in lower case.
    package var message: String
    /// What to do, in one line.
    package var hint: String?
    /// Candidates of an ambiguous name, or one line per field that is wrong.
    package var details: [String]

    /// Creates an error.
    package init(_ code: ErrorCode, _ message: String, hint: String? = nil, details: [String] = []) {
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
    }
}

/// The body of every reply that is not 2xx.
package struct ErrorReply: Codable, Sendable, Equatable {
    package var error: ControlError

    /// Wraps an error.
    package init(error: ControlError) {
        self.error = error
    }
}

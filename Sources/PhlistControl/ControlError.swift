/// An error, as the control API and `phlistctl` report it.
package struct ControlError: Error, Codable, Sendable, Equatable {
    package var code: ErrorCode
    /// The failure and the value that caused it, in one line that starts in lower case.
    package var message: String
    /// Advice, in one line.
    package var hint: String?
    /// Candidates for an ambiguous name, or one line for each invalid field.
    package var details: [String]

    package init(_ code: ErrorCode, _ message: String, hint: String? = nil, details: [String] = []) {
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// An empty argument, which would stand for everything.
    package static let emptyName = ControlError(.usage, "an argument is empty where a name is expected")

    /// The message and the advice, in one line.
    package var line: String {
        [message, hint].compactMap(\.self).joined(separator: "; ")
    }
}

/// The body of every reply that is not 2xx.
package struct ErrorReply: Codable, Sendable, Equatable {
    package var error: ControlError

    package init(error: ControlError) {
        self.error = error
    }
}

package import PhlistVocabulary

extension ControlError {
    /// Creates the refusal of a text.
    package init(_ fault: TextFault) {
        if case .tooLong = fault {
            self.init(.tooLarge, fault.message)
        } else {
            self.init(.invalid, fault.message)
        }
    }

    /// Returns a text as it is stored; throws the refusal of one that is not valid for its kind.
    package static func checked(_ text: String, as kind: TextKind) throws(ControlError) -> String {
        do {
            return try kind.checked(text)
        } catch {
            throw ControlError(error)
        }
    }
}

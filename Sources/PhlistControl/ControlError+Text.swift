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
}

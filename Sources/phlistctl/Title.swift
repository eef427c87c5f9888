import PhlistControl

/// Checks titles before they are sent.
enum Title {
    /// Refuses a title that is longer than any item can have.
    static func check(_ title: String) throws {
        let size = title.utf8.count
        guard size > PhlistControl.Limits.titleSizeMax else { return }
        throw ControlError(.tooLarge, "a title has \(size) bytes; at most \(PhlistControl.Limits.titleSizeMax)")
    }
}

package import PhlistControl
package import PhlistModel

extension DueDate {
    /// Creates the same day and time in the model.
    package init?(_ date: CivilDate) {
        self.init(year: date.year, month: date.month, day: date.day, minute: date.minute)
    }
}

extension CivilDate {
    /// Creates the same day and time for clients.
    package init?(_ date: DueDate) {
        self.init(year: date.year, month: date.month, day: date.day, minute: date.minute)
    }
}

extension DueDate {
    /// Creates the corresponding date of the model; throws for a date that no calendar has.
    package init(checking date: CivilDate) throws(ControlError) {
        guard let due = DueDate(date) else { throw ControlError(.invalid, "no calendar has the date \(date)") }
        self = due
    }
}

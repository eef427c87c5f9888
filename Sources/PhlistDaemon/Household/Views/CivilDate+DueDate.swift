import PhlistControl
import PhlistModel

extension DueDate {
    /// Creates the same day and time in the model.
    init?(_ date: CivilDate) {
        self.init(year: date.year, month: date.month, day: date.day, minute: date.minute)
    }
}

extension CivilDate {
    /// Creates the same day and time for clients.
    init?(_ date: DueDate) {
        self.init(year: date.year, month: date.month, day: date.day, minute: date.minute)
    }
}

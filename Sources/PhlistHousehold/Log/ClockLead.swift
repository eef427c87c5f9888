/// The lead of this device's clock over those of the others, at the last measurement.
package struct ClockLead: Hashable, Sendable {
    /// In milliseconds; 0 if it was not ahead.
    package var milliseconds: Int64 = 0
    /// The time of the measurement, by the clock that was followed; in milliseconds since 1970.
    package var at: Int64 = 0

    package init(milliseconds: Int64 = 0, at: Int64 = 0) {
        (self.milliseconds, self.at) = (milliseconds, at)
    }
}

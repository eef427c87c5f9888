/// The time of a batch by its device's clock: 48 bits of milliseconds since 1970, then a counter of 16 bits.
///
/// Stamps order only what is truly concurrent; causality decides first.
package struct Stamp: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    /// Wraps a stamp as stored.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The first stamp of a millisecond.
    package init(milliseconds: Int64) {
        rawValue = UInt64(clamping: milliseconds) << 16
    }

    /// The milliseconds since 1970.
    package var milliseconds: Int64 {
        Int64(rawValue >> 16)
    }

    /// Returns the next stamp of a device that last used this one.
    ///
    /// A device's stamps rise even if its clock stands still or steps back a little; after a clock was far ahead and
    /// has been corrected, the correct time is used at once, or one bad day would win every concurrent edit for years.
    package func next(wallMilliseconds: Int64) -> Stamp {
        let wall = Stamp(milliseconds: wallMilliseconds)
        guard milliseconds <= wallMilliseconds + Limits.clockStepBackMillisecondsMax else { return wall }
        return max(wall, Stamp(rawValue: rawValue + 1))
    }

    /// The stamp after this one; the last one has none.
    var successor: Stamp {
        Stamp(rawValue: rawValue == .max ? .max : rawValue + 1)
    }

    package static func < (left: Stamp, right: Stamp) -> Bool {
        left.rawValue < right.rawValue
    }
}

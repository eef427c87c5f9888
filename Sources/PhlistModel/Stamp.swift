/// When a batch was made, by its device's clock: 48 bits of milliseconds since 1970, then a counter of 16 bits.
///
/// Stamps order only what is truly concurrent; causality decides first.
package struct Stamp: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    /// Wraps a stamp as it was stored.
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

    /// The next stamp of a device that last used this one.
    ///
    /// Its own stamps rise even when its clock stands or steps back a little; a clock that was far ahead and has been
    /// repaired is believed again at once, or one bad day would win every concurrent edit for years.
    package func next(wallMilliseconds: Int64) -> Stamp {
        let wall = Stamp(milliseconds: wallMilliseconds)
        guard milliseconds <= wallMilliseconds + Limits.clockStepBackMillisecondsMax else { return wall }
        return max(wall, Stamp(rawValue: rawValue + 1))
    }

    /// The order of time.
    package static func < (left: Stamp, right: Stamp) -> Bool {
        left.rawValue < right.rawValue
    }
}

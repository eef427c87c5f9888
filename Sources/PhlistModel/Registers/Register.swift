/// A field with the values that no later write has superseded.
package struct Register: Hashable, Sendable {
    /// The values in the order of dots; more than one if devices wrote concurrently, or if the field is a set.
    package private(set) var siblings: [Sibling] = []

    /// Creates a register without values.
    package init() {}

    /// The value that every device shows: the greatest by (stamp, dot), a total order.
    ///
    /// Never the device's own value, never the last to arrive.
    package var shown: Sibling? {
        siblings.shown
    }

    mutating func insert(_ sibling: Sibling) {
        siblings.insert(sibling, at: siblings.partitioningIndex { sibling.dot < $0.dot })
    }

    mutating func removeAll(where isSuperseded: (Sibling) -> Bool) {
        siblings.removeAll(where: isSuperseded)
    }
}

extension [Sibling] {
    /// The greatest by (stamp, dot).
    var shown: Sibling? {
        self.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
    }
}

/// One value of a field, with its identity and its author.
package struct Sibling: Hashable, Sendable {
    package var dot: Dot
    package var act: Act
    package var value: [UInt8]

    package init(dot: Dot, act: Act, value: [UInt8]) {
        self.dot = dot
        self.act = act
        self.value = value
    }
}

/// The author, the device and the time of an action.
package struct Act: Hashable, Sendable {
    package var stamp: Stamp
    package var by: MemberID
    package var device: DeviceID

    package init(stamp: Stamp, by: MemberID, device: DeviceID) {
        self.stamp = stamp
        self.by = by
        self.device = device
    }
}

extension Act: Comparable {
    /// Orders by time, then by device and author, so that the order is total and the same everywhere.
    package static func < (left: Act, right: Act) -> Bool {
        (left.stamp, left.device, left.by) < (right.stamp, right.device, right.by)
    }
}

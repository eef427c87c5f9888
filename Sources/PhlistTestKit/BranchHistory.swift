import PhlistModel

/// What two devices and a running copy of the first do, one event after another.
package enum BranchHistory {
    /// How many events come after the beginning in a test of all histories: 16,807 of them.
    package static let eventCount = 5

    /// What is wrong after some events, or when everybody has heard everything; nothing when all is well.
    ///
    /// In the beginning the first device has written and the second has heard it, before the first one is copied. All
    /// write the same field, with equal clocks.
    package static func problems(
        after events: [BranchEvent],
        habit: FeedWriter.BadHabit? = nil
    ) -> [HistoryProblem] {
        var history = History(deviceCount: 2, seed: 0, habit: habit)
        history.write(0, "0")
        history.meet(0, 1)
        let old = history.devices[0].log
        history.copy(0)
        for (number, event) in events.enumerated() where !history.isBroken {
            switch event {
            case .write(let device): history.write(device, "\(number + 1)")
            case .meet(let left, let right): history.meet(left, right)
            case .putBack: history.putBack(0, to: old)
            }
            history.checkAll()
        }
        history.finish()
        history.checkAll()
        return history.problems
    }
}

/// One of the things that happen to two devices and a copy of the first, which is the third.
package enum BranchEvent: Hashable, Sendable {
    case write(Int)
    case meet(Int, Int)
    /// The first device is put back to the log that it had when it was copied.
    case putBack

    /// All seven.
    package static let all: [BranchEvent] = [
        .write(0), .write(1), .write(2), .meet(0, 1), .meet(0, 2), .meet(1, 2), .putBack,
    ]

    /// All sequences of so many events.
    package static func sequences(of count: Int) -> [[BranchEvent]] {
        (0..<count).reduce([[]]) { all, _ in all.flatMap { events in Self.all.map { events + [$0] } } }
    }
}

extension History {
    fileprivate mutating func write(_ number: Int, _ title: String) {
        let op = Op.write(EntityID(rawValue: 1), [FieldWrite(.title, text: title)])
        write(number, [op], stamp: Stamp(rawValue: 1))
    }
}

import PhlistModel

/// A history of two devices and a running copy of the first, as a sequence of events.
package enum BranchHistory {
    /// The number of events after the start in a test of all histories, of which there are 16,807.
    package static let eventCount = 5

    /// Returns the problems after some events and after a complete exchange; empty when all is well.
    ///
    /// At the start the first device has written, the second has received it, and the first has been copied. All write
    /// the same field, with equal clocks.
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

/// An event of two devices and a copy of the first, which is the third.
package enum BranchEvent: Hashable, Sendable {
    case write(Int)
    case meet(Int, Int)
    /// The first device is put back to the log that it had when it was copied.
    case putBack

    /// All seven events.
    package static let all: [BranchEvent] = [
        .write(0), .write(1), .write(2), .meet(0, 1), .meet(0, 2), .meet(1, 2), .putBack,
    ]

    /// Returns all sequences of `count` events.
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

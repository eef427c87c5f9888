import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Years of a family of five, each with a device, in real replicas and logs.
///
/// The first device is always up, like one in a cupboard; its own person uses it, too. Four times a day each person
/// takes a device and makes about a dozen changes. The device connects to the first one and catches up. In every other
/// session it stays connected, so that each change arrives at once; in the others it is out of reach until the last.
struct FamilyYears {
    static let deviceCount = 5
    private static let changesPerPersonAndDay = 50
    private static let sessionsPerDay = 4
    private static let connectedPercent = 50
    private static let dayMilliseconds: Int64 = 86_400_000
    private static let sessionMilliseconds: Int64 = 2_400_000
    private static let changeMilliseconds: Int64 = 20_000

    private let directory: String
    private(set) var lists = FamilyLists()
    private var random = SeededRandom(seed: 4)
    private var devices: [DeviceRun] = []
    private var time: Int64 = 0
    private var linkCount: UInt64 = 0
    private(set) var day = 0
    private(set) var opCount = 0
    /// Requests of people; one may have several ops.
    private(set) var requestCount = 0

    /// Forms the household in an empty directory, with its first lists.
    init(in directory: String) throws {
        self.directory = directory
        devices = try (0..<Self.deviceCount).map { try DeviceRun($0, in: path(of: $0), at: 0) }
        for number in 1..<Self.deviceCount { try join(number) }
        for list in lists.lists { try devices[0].give(.lists(.create(NewList(title: list.title))), at: time) }
    }

    private mutating func join(_ number: Int) throws {
        let request = try devices[number].replica.newDevice()
        guard case .admitted(let welcome) = try devices[0].give(.admitDevice(request), at: time) else {
            throw TimedProcess.Failure(description: "device \(number) was not admitted")
        }
        try devices[number].give(.joinHousehold(welcome, with: request, shareLists: false), at: time)
        try link(number).close()
    }

    /// Continues for some days, and then lets all devices catch up.
    mutating func live(days: Int) throws {
        for _ in 0..<days { try liveDay() }
        for number in 1..<Self.deviceCount { try link(number).close() }
    }

    /// Ends all devices, as if they were killed.
    mutating func end() {
        devices = []
    }

    func path(of number: Int) -> String { "\(directory)/\(number)/state" }

    func deviceID(of number: Int) -> DeviceID { devices[number].device }

    private mutating func liveDay() throws {
        time = Int64(day) * Self.dayMilliseconds
        let target = opCount + Self.deviceCount * Self.changesPerPersonAndDay
        try followCalendar()
        let (before, sessions) = (opCount, Self.deviceCount * Self.sessionsPerDay)
        for session in 0..<sessions {
            time = Int64(day) * Self.dayMilliseconds + Int64(session + 12) * Self.sessionMilliseconds
            try use(session % Self.deviceCount, upTo: before + (target - before) * (session + 1) / sessions)
        }
        day += 1
    }

    /// Clears one list on each day of the week but the last ones, on the device that is up.
    private mutating func followCalendar() throws {
        if day.isMultiple(of: 30) {
            for command in lists.turnOfMonth(day / 30) { try give(command, ops: 1, on: 0) }
        }
        for list in lists.lists.indices where list % 7 == day % 7 {
            guard let (command, ops) = lists.clearing(of: list) else { continue }
            try give(command, ops: ops, on: 0)
        }
    }

    /// One person's session, until the household has a number of ops.
    private mutating func use(_ number: Int, upTo target: Int) throws {
        guard opCount < target else { return }
        var connection = number == 0 ? nil : try link(number)
        let isConnected = random.happens(percent: Self.connectedPercent)
        lists.beginSession()
        if !isConnected { try connection?.close() }
        while opCount < target {
            time += Self.changeMilliseconds
            try change(on: number)
            guard isConnected else { continue }
            connection?.time = time
            try connection?.settle()
        }
        if !isConnected, number != 0 { connection = try link(number) }
        try connection?.close()
    }

    private mutating func change(on number: Int) throws {
        let choice = lists.choose(on: day)
        if let outcome = try give(choice.command, ops: 0, on: number) {
            opCount += outcome.changed.count
            lists.note(choice, made: outcome)
        }
    }

    @discardableResult
    private mutating func give(_ command: UserCommand, ops: Int, on number: Int) throws -> Outcome? {
        requestCount += 1
        opCount += ops
        guard case .acted(let outcome, _) = try devices[number].give(command, at: time) else { return nil }
        return outcome
    }

    /// Connects a device to the first one until both are quiet.
    private mutating func link(_ number: Int) throws -> DeviceLink {
        linkCount += 1
        return try DeviceLink(linkCount, from: devices[number], to: devices[0], at: time)
    }
}

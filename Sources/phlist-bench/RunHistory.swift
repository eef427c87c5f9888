import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Five devices of one household with one list.
///
/// In each run a device starts, makes one edit and exchanges with the device of the run before, which is then killed.
/// A device that starts has missed the edits since its previous run, so its own edit is concurrent with them.
struct RunHistory {
    static let deviceCount = 5
    private static let itemCount = 20
    /// The percentage of edits that add an item; the others tick or untick one.
    private static let additionPercent = 10
    /// Runs of all devices between two snapshots of one device.
    ///
    /// Without snapshots most of the time would go into starts.
    private static let runsPerSnapshot = 250
    private static let millisecondsPerRun: Int64 = 60_000

    /// The end of runs.
    enum Ending {
        /// Runs do not end: the devices stay up and only connect and disconnect.
        case none
        /// The process is killed; everything flushed is on the disk.
        case kill
        /// The power fails. In this percentage of runs the disk loses all that the run wrote, flushed or not.
        case powerLoss(percent: Int)
    }

    private let directory: String
    private let ending: Ending
    private var plan = SeededRandom(seed: 1)
    /// Chooses the runs that are lost; a generator of its own keeps the plan the same for all endings.
    private var luck = SeededRandom(seed: 2)
    private var runs: [Int: DeviceRun] = [:]
    private var logSizesAtStart: [Int: Int] = [:]
    private var runCountsAtSnapshot: [Int: Int] = [:]
    private var last = 0
    var time: Int64 = 0
    private var linkCount: UInt64 = 0
    private(set) var list = ScopeID(rawValue: 0)
    private(set) var runCount = 0
    private(set) var lostCount = 0
    /// Bytes of the frames of each run's exchange, since the last call of `advance`.
    private(set) var exchangeSizes: [Int] = []

    /// Forms the household in an empty directory, with a list that all devices hold.
    init(in directory: String, ending: Ending) throws {
        (self.directory, self.ending) = (directory, ending)
        try startAll()
        for number in 1..<Self.deviceCount { try join(number) }
        guard case .acted(let outcome, _) = try run(0).give(.lists(.create(NewList(title: "Shopping"))), at: time),
            let list = outcome.list
        else { throw TimedProcess.Failure(description: "the list was not created") }
        self.list = list
        let titles = (0..<Self.itemCount).map { "item number \($0)" }
        try run(0).give(.items(.add(NewItems(list: "Shopping", titles: titles))), at: time)
        try exchangeAll()
        endAll()
    }

    var deviceNumbers: Range<Int> { 0..<Self.deviceCount }

    private func run(_ number: Int) throws -> DeviceRun {
        guard let run = runs[number] else { throw TimedProcess.Failure(description: "device \(number) is down") }
        return run
    }

    private mutating func join(_ number: Int) throws {
        let request = try run(number).replica.newDevice()
        guard case .admitted(let welcome) = try run(0).give(.admitDevice(request), at: time) else {
            throw TimedProcess.Failure(description: "device \(number) was not admitted")
        }
        try run(number).give(.joinHousehold(welcome, with: request, shareLists: false), at: time)
        try exchange(number, 0)
    }
}

/// Runs.
extension RunHistory {
    /// Continues up to a number of runs, and then lets all devices exchange until they are quiet.
    mutating func advance(to count: Int) throws {
        exchangeSizes = []
        if case .none = ending { try startAll() } else { try start(last) }
        while runCount < count { try step() }
        try startAll()
        try exchangeAll()
        endAll()
    }

    private mutating func step() throws {
        time += Self.millisecondsPerRun
        runCount += 1
        let number = (last + Int.random(in: 1..<Self.deviceCount, using: &plan)) % Self.deviceCount
        try start(number)
        try edit(try run(number))
        exchangeSizes.append(try exchange(number, last))
        try end(last)
        last = number
    }

    private mutating func edit(_ run: DeviceRun) throws {
        let items = run.replica.library.list(list)?.items.filter { $0.title.hasPrefix("item") } ?? []
        let isAddition = plan.happens(percent: Self.additionPercent)
        let index = Int.random(in: 0..<Self.itemCount, using: &plan)
        guard !isAddition else {
            try run.give(.items(.add(NewItems(list: "Shopping", titles: ["new in run \(runCount)"]))), at: time)
            return
        }
        try run.toggle(items[index], at: time)
    }

    /// Connects two devices until both are quiet and returns the bytes of the frames.
    @discardableResult
    private mutating func exchange(_ dialler: Int, _ other: Int) throws -> Int {
        linkCount += 1
        let link = try DeviceLink(linkCount, from: try run(dialler), to: try run(other), at: time)
        try link.close()
        return link.sentBytes.reduce(0, +)
    }

    /// The first device collects everything in the first round and passes it on in the second.
    private mutating func exchangeAll() throws {
        for _ in 0..<2 {
            time += Self.millisecondsPerRun
            for number in 1..<Self.deviceCount { try exchange(number, 0) }
        }
    }

    private mutating func start(_ number: Int) throws {
        guard runs[number] == nil else { return }
        logSizesAtStart[number] = fileSize(logPath(of: number))
        let run = try DeviceRun(number, in: path(of: number), at: time)
        runs[number] = run
        guard runCount >= runCountsAtSnapshot[number, default: 0] + Self.runsPerSnapshot else { return }
        runCountsAtSnapshot[number] = runCount
        _ = try run.writeSnapshot()
    }

    private mutating func startAll() throws {
        for number in 0..<Self.deviceCount { try start(number) }
    }

    /// Kills all devices; nothing is lost.
    private mutating func endAll() {
        runs = [:]
    }

    private mutating func end(_ number: Int) throws {
        switch ending {
        case .none: break
        case .kill: runs[number] = nil
        case .powerLoss(let percent):
            runs[number] = nil
            if luck.happens(percent: percent) { try loseRun(of: number) }
        }
    }

    /// Puts the log back to what it was when the device started.
    private mutating func loseRun(of number: Int) throws {
        lostCount += 1
        let log = try PosixFileSystem().open(logPath(of: number), .update)
        try log.truncate(to: logSizesAtStart[number] ?? 0)
        try log.flush()
    }

    func path(of number: Int) -> String { "\(directory)/\(number)" }

    func logPath(of number: Int) -> String { "\(path(of: number))/phlist.log" }
}

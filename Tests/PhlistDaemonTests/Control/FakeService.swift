import PhlistControl
import PhlistHousehold
import PhlistVocabulary
import ServiceLifecycle
import Synchronization

@testable import PhlistDaemon

/// A service that keeps the calls it gets and answers each with a fixed reply.
final class FakeService: ControlService, Service {
    /// One call with what it was given.
    enum Call: Equatable {
        case takeTurn
        case status
        case lists
        case addList(NewListRequest)
        case items(ItemsQuery)
        case statistics(StatisticsQuery)
        case saveFilter(SaveFilterRequest)
        case setOverallView(OverallViewRequest)
        case reminders(RemindersQuery)
        case addItems(AddItemsRequest)
        case changeItems(ChangeItemsRequest)
        case mergeItems(MergeItemsRequest)
        case events(after: String?)
        case peers
        case sync(SyncRequest)
        case openPairing(asTicket: Bool, asAdmin: Bool, member: String?)
        case pairing(waitMilliseconds: Int)
        case closePairing
        case answerPairing(PairingAnswer)
        case join(JoinRequest)
    }

    /// What becomes of a call that waits.
    enum Waiting: Equatable {
        case begun
        case cancelled
    }

    private struct State {
        var calls: [Call] = []
        var callers: [Caller] = []
        var sources: [AsyncStream<ControlEvent>.Continuation] = []
    }

    private let state = Mutex(State())
    private let error: ControlError?
    /// Whether `pairing` and `join` wait until they are cancelled.
    private let holdsPairing: Bool
    /// Lets calls for lists end; nil lets them end at once.
    private let listTurns: Turns?
    /// How many items there are.
    private let itemCount: Int
    let waiting = AsyncStream.makeStream(of: Waiting.self)
    let endedStreams = AsyncStream.makeStream(of: Void.self)
    /// Ends `run`, with an error or without.
    let end = AsyncStream.makeStream(of: ControlError?.self)

    init(error: ControlError? = nil, holdsPairing: Bool = false, listTurns: Turns? = nil, itemCount: Int = 1) {
        self.listTurns = listTurns
        self.itemCount = itemCount
        self.error = error
        self.holdsPairing = holdsPairing
    }

    let requests = RequestCounts()

    var calls: [Call] { state.withLock { $0.calls } }
    var callers: [Caller] { state.withLock { $0.callers } }

    /// Gives an event to every subscriber.
    func send(_ event: ControlEvent) {
        for source in state.withLock({ $0.sources }) { source.yield(event) }
    }

    func run() async throws {
        var ends = end.stream.cancelOnGracefulShutdown().makeAsyncIterator()
        if case .some(.some(let error)) = await ends.next() { throw error }
    }

    private func note(_ call: Call, _ caller: Caller? = nil) throws(ControlError) {
        state.withLock { state in
            state.calls.append(call)
            if let caller { state.callers.append(caller) }
        }
        if let error { throw error }
    }

    func takeTurn() async {
        state.withLock { $0.calls.append(.takeTurn) }
    }

    func status(for principal: Principal) async throws(ControlError) -> StatusReply {
        try note(.status)
        return .fixed
    }

    var table: ControlTable {
        var table = ControlTable()
        table.on(ListsQuery.self) { [self] _, asker throws(ControlError) in
            try note(.lists, asker.caller)
            waiting.continuation.yield(.begun)
            await listTurns?.take()
            return ListsReply(lists: [.groceries])
        }
        answer(NewListRequest.self, in: &table, with: ListReply(list: .groceries)) { .addList($0) }
        let items = ItemsReply(items: Array(repeating: .milk, count: itemCount))
        answer(ItemsQuery.self, in: &table, with: items) { .items($0) }
        answer(StatisticsQuery.self, in: &table, with: .empty) { .statistics($0) }
        let saved = FilterReply(filter: FilterView(name: "week"), isChanged: true)
        answer(SaveFilterRequest.self, in: &table, with: saved) { .saveFilter($0) }
        let view = OverallViewReply(view: ItemDisplay(sort: .due), isChanged: true)
        answer(OverallViewRequest.self, in: &table, with: view) { .setOverallView($0) }
        answer(RemindersQuery.self, in: &table, with: .none) { .reminders($0) }
        let added = AddItemsReply(list: .groceries, isNewList: false, added: [.milk], existing: [])
        answer(AddItemsRequest.self, in: &table, with: added) { .addItems($0) }
        let changed = ChangeItemsReply(changed: [.milk], unchanged: [])
        answer(ChangeItemsRequest.self, in: &table, with: changed) { .changeItems($0) }
        answer(MergeItemsRequest.self, in: &table, with: changed) { .mergeItems($0) }
        return table
    }

    private func answer<Asked: ControlCall>(
        _: Asked.Type,
        in table: inout ControlTable,
        with reply: Asked.Reply,
        _ call: @escaping @Sendable (Asked) -> Call
    ) {
        table.on(Asked.self) { [self] asked, asker throws(ControlError) in
            try note(call(asked), asker.caller)
            return reply
        }
    }

    func events(
        after cursor: String?,
        for principal: Principal
    ) async throws(ControlError) -> ControlEventStream {
        try note(.events(after: cursor))
        let (events, source) = AsyncStream.makeStream(of: ControlEvent.self)
        source.onTermination = { [ended = endedStreams.continuation] _ in ended.yield() }
        state.withLock { $0.sources.append(source) }
        source.yield(ControlEvent(cursor: "1", event: .ready, at: 7))
        return ControlEventStream {
            for await event in events { return [event] }
            return []
        }
    }

    func peers(caller: Caller) async throws(ControlError) -> PeersReply {
        try note(.peers, caller)
        return PeersReply(peers: [])
    }

    func sync(_ request: SyncRequest, caller: Caller) async throws(ControlError) -> PeersReply {
        try note(.sync(request), caller)
        return PeersReply(peers: [])
    }

    func openPairing(
        asTicket: Bool,
        asAdmin: Bool,
        for member: String?
    ) async throws(ControlError) -> PairingReply {
        try note(.openPairing(asTicket: asTicket, asAdmin: asAdmin, member: member))
        return PairingReply(state: .open, code: "123456782", attemptsLeft: 3)
    }

    func pairing(waitMilliseconds: Int) async throws(ControlError) -> PairingReply {
        try note(.pairing(waitMilliseconds: waitMilliseconds))
        if holdsPairing { try await hold() }
        return PairingReply(state: .paired)
    }

    func answerPairing(_ answer: PairingAnswer) async throws(ControlError) -> PairingReply {
        try note(.answerPairing(answer))
        return PairingReply(state: .paired)
    }

    func closePairing() async throws(ControlError) -> PairingReply {
        try note(.closePairing)
        return PairingReply(state: .none)
    }

    func join(_ request: JoinRequest) async throws(ControlError) -> JoinReply {
        try note(.join(request))
        if holdsPairing { try await hold() }
        return JoinReply(
            householdName: "home",
            deviceCount: 2,
            viaName: "kitchen",
            viaID: "abcd",
            members: ["ann"],
            sharedLists: [],
            privateLists: [],
            listsLeftBehind: []
        )
    }

    /// Waits until the task is cancelled.
    private func hold() async throws(ControlError) {
        waiting.continuation.yield(.begun)
        for await _ in AsyncStream<Void>.makeStream().stream {}
        waiting.continuation.yield(.cancelled)
        throw ControlError(.unavailable, "the wait was cancelled")
    }
}

extension Asker {
    fileprivate var caller: Caller {
        Caller(uid: principal.uid, loginName: principal.name, isOwner: principal.isOwner)
    }
}

extension StatisticsReply {
    /// Nothing was ever done.
    static let empty = StatisticsReply(
        listCount: 0,
        openCount: 0,
        doneCount: 0,
        cancelledCount: 0,
        periods: [],
        weeks: []
    )
}

extension RemindersReply {
    /// Nothing to be reminded of.
    static let none = RemindersReply(memberID: "kkkk", member: "anna", reminders: [])
}

extension ListView {
    static let groceries = ListView(
        id: "kkkk",
        title: "groceries",
        openCount: 1,
        doneCount: 0,
        visibility: .household,
        owner: "ann",
        createdAt: 1,
        updatedAt: 2
    )
}

extension ItemView {
    static let milk = {
        let facts = Facts(id: "llll", shortID: "ll", listID: "kkkk", listTitle: "groceries", createdAt: 1, updatedAt: 2)
        return ItemView(ItemRecord(title: "milk"), facts)
    }()
}

extension StatusReply {
    static let fixed = StatusReply(
        version: "1",
        processID: 1,
        device: Device(id: "d", name: "kitchen"),
        household: Household(id: "h", name: "home", deviceCount: 1, members: []),
        member: nil,
        store: Store(directory: "/s", bytes: 0, health: .ok, reason: nil),
        discovery: Discovery(state: .off, detail: nil),
        port: 1,
        listCount: 0,
        openItemCount: 0,
        peers: [],
        warnings: []
    )
}

import PhlistControl
import PhlistVocabulary

/// Connects the screen of `shop` to the terminal and to phlistd.
struct Shopper {
    private let context: Context
    private let window: () -> WindowSize
    private let listID: String
    private var screen: ShopScreen
    private var decoder = KeyDecoder()
    /// The connection for events; nil while phlistd is away.
    private var events: (any EventSource)?
    /// The cursor of the last event.
    private var newest: String?
    /// The time before which phlistd is not tried again.
    private var nextTry = ContinuousClock.now
    /// The ids of the items that were changed here, the last one at the end; undo takes them back.
    private var changes: [String] = []
    /// The frame on the terminal; nil if that shows something else.
    private var drawn: String?

    init(_ context: Context, listID: String, window: @escaping () -> WindowSize) throws {
        self.context = context
        self.listID = listID
        self.window = window
        screen = ShopScreen(look: ItemLook(context), window: window())
        // First the events, so that no change is missed.
        events = try context.daemon.events(after: nil, actsAs: context.actsAs, restartPatience: .zero)
        try read()
    }

    /// Shows the list until the person leaves.
    mutating func run() throws {
        var isLeaving = false
        while !isLeaving {
            guard !Interrupt.take(), !Termination.isRequested() else { throw ClientError.interrupted }
            if try FullScreen.followSuspension() { drawn = nil }
            try reconnect()
            let isBusy = try takeEvents()
            try draw()
            isLeaving = try takeKeys(isBusy: isBusy)
        }
    }

    private mutating func draw() throws {
        screen.window = window()
        let frame = FullScreen.drawing(of: screen.lines, in: screen.window, showsCursor: screen.isTyping)
        guard frame != drawn else { return }
        try context.output.write(frame)
        drawn = frame
    }

    // MARK: Keys

    /// Does what keys say, after waiting for them unless there is something else to do; returns whether to leave.
    private mutating func takeKeys(isBusy: Bool) throws -> Bool {
        let patience = decoder.isWaiting ? Limits.escapeMilliseconds : Limits.shopWaitMilliseconds
        let bytes = try FullScreen.keys(or: events?.descriptor, within: isBusy ? 0 : patience)
        let keys = bytes.isEmpty && !isBusy ? decoder.timedOut() : decoder.decode(bytes)
        for key in keys {
            guard let action = screen.press(key) else { continue }
            if action == .leave { return true }
            try perform(action)
        }
        return false
    }

    private mutating func perform(_ action: ShopScreen.Action) throws {
        do {
            switch action {
            case .set(let state, let item): try set(state, of: item)
            case .add(let title): try add(title)
            case .undo: try undo()
            case .redraw: drawn = nil
            case .leave: return
            }
            try read()
        } catch ClientError.interrupted {
            throw ClientError.interrupted
        } catch let error as ClientError {
            try fail(error)
        } catch let error as ControlError {
            screen.failed(error)
        }
    }

    /// Shows an error, or that the list itself is gone.
    private mutating func fail(_ error: ClientError) throws {
        screen.failed(error.controlError)
        guard error.controlError.code == .notFound else { return }
        do {
            try read()
        } catch let other as ClientError {
            screen.failed(other.controlError)
        }
    }

    private mutating func set(_ state: WorkState, of item: String) throws {
        let request = ChangeItemsRequest(items: [item], state: state, today: context.clock.today)
        let reply = try context.ask(request)
        if !reply.changed.isEmpty { changes.append(item) }
        screen.message = ShopText.changed(reply, of: item, context)
    }

    private mutating func add(_ text: String) throws {
        let entry = try QuickEntry.of([text], context)?.entry(text) ?? QuickEntry.Entry(title: text)
        try Title.check(entry.title)
        var request = AddItemsRequest(list: listID, titles: [entry.title])
        request.ownFields = entry.fields == ItemPatch() ? nil : [entry.fields]
        request.today = context.clock.today
        let reply = try context.ask(request)
        changes += (reply.added + reply.reopened + reply.existing).map(\.id)
        screen.added(ShopText.added(reply))
    }

    /// Takes back the last change, if it was made here: the same person may act on other devices, too.
    private mutating func undo() throws {
        guard let last = changes.last else { return screen.message = ShopText.nothingToUndo }
        let request = UndoRequest(list: listID)
        let planned = try context.attempt(request)
        let ids = planned.entries.flatMap(\.changes).map(\.id) + planned.leftAlone.map(\.id)
        // What was open already and was added again looks the same before and after.
        guard ids.isEmpty || ids.contains(last) else { return screen.message = ShopText.undoElsewhere }
        let reply = try context.ask(request)
        changes.removeLast()
        screen.message = TakenBackText(dates: DateText(today: context.clock.today)).page(reply).words.first
    }

    // MARK: Events

    /// Takes events, and reads the list again if they concern it; returns whether there may be more at once.
    private mutating func takeEvents() throws -> Bool {
        var isStale = false
        var count = 0
        do {
            while let events, count < Limits.changesPerDrawingMax, try events.hasNext() {
                guard let event = try events.next() else {
                    lose()
                    break
                }
                newest = event.cursor
                isStale = isStale || event.concerns(listID: listID)
                count += 1
            }
            if isStale { try readNews() }
        } catch ClientError.connectionClosed, ClientError.daemonMissing, ClientError.timedOut, ClientError.starting {
            lose()
        }
        return count == Limits.changesPerDrawingMax
    }

    /// Everything is read again after the next connection, because that begins with an event.
    private mutating func lose() {
        events = nil
        screen.isDaemonAway = true
    }

    /// Tries to reach phlistd again; the keys work meanwhile.
    private mutating func reconnect() throws {
        guard events == nil, nextTry <= .now else { return }
        do {
            events = try context.daemon.events(after: newest, actsAs: context.actsAs, restartPatience: .zero)
            screen.isDaemonAway = false
        } catch ClientError.daemonMissing, ClientError.connectionClosed, ClientError.timedOut, ClientError.starting {
            nextTry = .now + .milliseconds(Limits.shopWaitMilliseconds)
        }
    }

    /// Reads the list, and names the item under the cursor if somebody else has taken it away.
    private mutating func readNews() throws {
        let before = screen.cursorIndex.map { screen.items[$0] }
        try read()
        guard let before, !screen.items.contains(where: { $0.id == before.id }), screen.items.count > 0 else { return }
        screen.message = ShopText.gone(before)
    }

    private mutating func read() throws {
        do {
            let list = try context.ask(ListsQuery(list: listID)).lists.first
            let items = try context.ask(ItemsQuery(list: listID, all: true)).items
            if screen.message == ShopText.removed(screen.title) { screen.message = nil }
            screen.update(title: list?.title ?? "", note: list.flatMap(ShopText.note) ?? "", items)
        } catch let error as ClientError where error.controlError.code == .notFound && !screen.title.isEmpty {
            // Somebody may bring the list back.
            screen.markRemoved()
        }
    }
}

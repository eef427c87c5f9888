import PhlistVocabulary

@testable import PhlistControl

/// What the owner's device shows of the thing that a cell is about.
enum AccessEvidence: Equatable, Sendable {
    /// Where to look.
    enum Kind: Sendable {
        case list
        case sections
        case sharing
        case records
        /// A person who is made for the cell.
        case person
        /// A device that nobody sits at.
        case device
        /// What the household is called.
        case name
        /// A word of the cell's own in a name or an address of the household.
        case word
    }

    case list(ListView?, [ItemView])
    case sections([SectionView])
    case sharing(Visibility?, [ParticipantView])
    case records([FormFieldView], [RecordView])
    case person(isThere: Bool)
    case device(DeviceView?)
    case name(String)
    case word(isThere: Bool)
}

/// Looks at the owner's device, with its own eyes at the control socket.
struct AccessObserver {
    private let client: ControlClient
    private let lists: [String: ListView]
    private let items: [String: [ItemView]]
    private let household: HouseholdReply
    private let members: [MemberView]

    /// Looks at all that is seen at one glance.
    init(_ client: ControlClient) throws {
        self.client = client
        let all = try client.reply(to: ControlRequest(ListsQuery(all: true, expand: true)))
        lists = Dictionary(uniqueKeysWithValues: all.lists.map { ($0.id, $0) })
        items = Dictionary(grouping: (all.items ?? []).map(\.lasting), by: \.listID)
        household = try client.reply(to: ControlRequest(HouseholdQuery()))
        members = try client.reply(to: ControlRequest(MembersQuery())).members
    }

    /// What there is to be seen for a cell.
    ///
    /// - Parameters:
    ///   - cell: What was, or will be, done.
    ///   - list: The id of the cell's list.
    ///   - device: The id of the device that the cell is about.
    /// - Returns: Nil for a cell of which nothing is to be seen here.
    func evidence(for cell: AccessCell, list: String?, device: String) -> AccessEvidence? {
        let list = list ?? ""
        let isWhole = cell.row.isWhole
        return switch cell.row.evidence {
        case .list: .list(isWhole ? lists[list] : nil, things(items[list] ?? [], of: cell))
        case .sections: .sections(things(reply(to: SectionsQuery(list: list))?.sections ?? [], of: cell, \.name))
        case .sharing: .sharing(lists[list]?.visibility, participants(of: list))
        case .records: records(of: list, cell)
        case .person: .person(isThere: members.contains { $0.name == cell.person })
        case .device: .device(household.devices.first { $0.id == device })
        // Others rename it while the removed device does.
        case .name where cell.role == .removedAware: .word(isThere: words.contains { $0.contains(cell.tag) })
        case .name: .name(household.name)
        case .word: .word(isThere: words.contains { $0.contains(cell.tag) })
        case nil: nil
        }
    }

    /// Where an item stands says nothing of it, unless it was to be moved.
    private func things(_ items: [ItemView], of cell: AccessCell) -> [ItemView] {
        things(items, of: cell, \.title).map { item in
            var item = item
            if !cell.row.command.hasPrefix("mv") { item.position = nil }
            return item
        }
    }

    /// What belongs to the cell: all, or what has its mark.
    private func things<Thing>(_ all: [Thing], of cell: AccessCell, _ name: (Thing) -> String) -> [Thing] {
        all.filter { cell.row.isWhole || name($0).contains(cell.mark) }
    }

    private func records(of form: String, _ cell: AccessCell) -> AccessEvidence {
        let reply = reply(to: RecordsQuery(form: form, all: true))
        let fields = cell.row.isWhole ? reply?.form.fields : nil
        return .records(fields ?? [], things(reply?.records ?? [], of: cell, \.key))
    }

    private func participants(of list: String) -> [ParticipantView] {
        // Of everybody's lists all people are participants, whoever comes or goes, but for those who left.
        let isEverybodys = lists[list]?.visibility == .household
        let participants = reply(to: SharingQuery(list: list))?.participants ?? []
        return participants.filter { !isEverybodys || $0.state == .left }.map { participant in
            var participant = participant
            participant.devices = []
            return participant
        }
    }

    private var words: [String] {
        [household.name] + household.devices.map(\.name) + members.flatMap { [$0.name, $0.email ?? ""] }
    }

    private func reply<Call: ControlCall>(to call: Call) -> Call.Reply? {
        try? client.reply(to: ControlRequest(call))
    }
}

extension ItemView {
    /// Without what other things on the same device have a say in.
    fileprivate var lasting: ItemView {
        var item = self
        item.shortID = ""
        item.photo?.place = .here
        item.photo?.percent = nil
        item.photo?.devices = []
        // They name devices, which get other names.
        item.conflicts = []
        return item
    }
}

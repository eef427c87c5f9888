import PhlistModel
import PhlistVocabulary

@testable import PhlistHousehold

/// What must hold of the bytes of a record.
enum EntryRules {
    static func examine(_ input: [UInt8], _ marks: inout Marks) throws(CodecError) {
        guard let kind = input.first else { throw .truncated }
        let record = Record(Record.Kind(rawValue: kind), Array(input.dropFirst()))
        guard let entry = try LogEntry(record) else {
            marks.add("entry passed over")
            return
        }
        marks.add("entry \(EntryKind(entry))")
        marks.expect(entry.record.kind == record.kind, "a record keeps its kind")
        marks.expect(entry.isRepaired || entry.record == record, "an entry has one encoding")
        marks.expect((try? LogEntry(entry.record)) == entry, "what was read can be stored")
    }
}

/// The kinds of entries and facts; a new one does not compile before it is here, and fails the tests until the corpus
/// has it.
enum EntryKind: String, CaseIterable {
    case overallView, savedFilter
    case givenUp, deviceSeen, letter, invitations, clockAhead, requestOfBatch, removal, personSeen, ownView
    case feed, batch, head, household, introducer, binding, address, pairingAttempt, request, defaultList, healed

    init(_ entry: LogEntry) {
        self =
            switch entry {
            case .feed: .feed
            case .batch: .batch
            case .head: .head
            case .local(.household): .household
            case .local(.introducer): .introducer
            case .local(.binding): .binding
            case .local(.address): .address
            case .local(.pairingAttempt): .pairingAttempt
            case .local(.request): .request
            case .local(.requestOfBatch): .requestOfBatch
            case .local(.defaultList): .defaultList
            case .local(.ownView): .ownView
            case .local(.overallView): .overallView
            case .local(.savedFilter): .savedFilter
            case .local(.healed): .healed
            case .local(.givenUp): .givenUp
            case .local(.deviceSeen): .deviceSeen
            case .local(.letter): .letter
            case .local(.invitations): .invitations
            case .local(.clockAhead): .clockAhead
            case .local(.removal): .removal
            case .local(.personSeen): .personSeen
            }
    }
}

extension LogEntry {
    /// Whether bytes may be lost: text that is none, words of a view in another order, and a login's number that no
    /// system has.
    fileprivate var isRepaired: Bool {
        switch self {
        case .local(.introducer(_, let name)): name.isRepaired(limit: PhlistModel.Limits.nameBytesMax)
        case .local(.address(_, let endpoint)): endpoint.text.isRepaired(limit: Endpoint.bytesMax)
        case .local(.binding(let uid, _)), .local(.defaultList(let uid, _)): uid == .max
        case .local(.ownView(let uid, _, let view)): uid == .max || view != nil
        case .local(.overallView(let uid, let display)): uid == .max || display != nil
        case .local(.savedFilter(_, let name, let filter)):
            filter != nil || name.isRepaired(limit: PhlistModel.Limits.nameBytesMax)
        case .local(.invitations(_, let invitations)):
            invitations.open.contains { $0.title.isRepaired(limit: TextKind.title.bytesMax) }
        case .feed, .batch, .head, .local: false
        }
    }
}

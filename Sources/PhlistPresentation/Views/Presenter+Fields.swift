import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for fields and their values, in histories and conflicts.
extension Presenter {
    /// Returns a change for clients; nil for fields that are internal.
    ///
    /// - Parameters:
    ///   - change: The change of one field.
    ///   - list: The list; nil for the household.
    ///   - label: The label of the entity; nil when it was permanently removed.
    /// - Returns: The change in words.
    func view(_ change: HistoryChange, in list: ListState?, _ label: EntityLabel?) -> FieldChangeView? {
        guard !change.field.isInternal else { return nil }
        // Every edit of content also writes that the thing is alive.
        guard change.field != .life || change.value.isAlive != change.previous?.value.isAlive else { return nil }
        if let participation = participation(change.field, change.value) { return participation }
        var label = label ?? EntityLabel(kind: .item, title: "")
        if !label.title.isEmpty, let title = change.title { label.title = String(decoding: title, as: UTF8.self) }
        return FieldChangeView(
            kind: FieldChangeView.Kind(label.kind, in: list),
            id: change.entity == .root ? list?.scope.description ?? "" : change.entity.description,
            title: label.title,
            field: library.fieldName(change.field, of: label, in: list),
            value: text(change.value, of: change.field, in: list),
            previous: change.previous.flatMap { text($0.value, of: change.field, in: list) },
            isNew: change.field == .life && change.previous == nil && change.value.isArrival
        )
    }

    /// Returns a change of somebody's part in a list; nil for any other field.
    func participation(_ field: FieldID, _ value: [UInt8]) -> FieldChangeView? {
        switch SharingWord(FieldWrite(field, value)) {
        case .grant(let grant): participation(of: grant.member, grant.state == .invited ? .invited : .removed)
        case .answer(let answer): participation(of: answer.member, ParticipantView.State(answer.state))
        case .visibility, nil: nil
        }
    }

    private func participation(of member: MemberID, _ state: ParticipantView.State) -> FieldChangeView {
        FieldChangeView(
            kind: member == .house ? .household : .member,
            id: member.description,
            title: member == .house ? Library.houseName : name(of: member),
            field: FieldChangeView.participation,
            value: state.rawValue
        )
    }

    /// Returns a value in words; nil for none.
    func text(_ value: [UInt8], of field: FieldID, in list: ListState?) -> String? {
        switch field {
        case .life: value.count == 1 ? life(Life(rawValue: value[0]) ?? .dead) : FieldChangeView.removed
        case .state: word(value, WorkState.self)
        case .due: CivilDate(decoding: value)?.description
        case .assignee: MemberID(bytes: value).flatMap { library.assigneeName($0) }
        case .rotation: value.isEmpty ? nil : library.names(of: Rotation(decoding: value))
        case .percent: value.first.map { "\($0)" }
        case .priority: word(value, Priority.self)
        case .visibility: word(value, Visibility.self)
        case .place: sectionName(ofPlace: value, in: list)
        case .photo: value.isEmpty ? nil : "a photo"
        case .tags: value.first == SetChange.insert.rawValue ? String(decoding: value.dropFirst(), as: UTF8.self) : nil
        case .deletionPolicy: word(value, DeletionPolicy.self)
        case .isRequired: value == [1] ? "yes" : "no"
        case .choices: FormChoices.decode(value).joined(separator: ", ")
        case .gate: EntityID(decoding: value).flatMap { list?.label(of: $0)?.title }
        case .key, .record, .type, .mode, .listKind: nil
        default: value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
        }
    }

    private func life(_ life: Life) -> String {
        switch life {
        case .alive, .reopened, .made: FieldChangeView.present
        case .dead, .unmade: FieldChangeView.removed
        case .purged: FieldChangeView.purged
        }
    }

    private func word<Value: NamedValue & RawRepresentable<UInt8>>(_ value: [UInt8], _ type: Value.Type) -> String? {
        value.count == 1 ? type.init(rawValue: value[0])?.name : nil
    }

    private func sectionName(ofPlace value: [UInt8], in list: ListState?) -> String? {
        guard let section = (try? Place(decoding: value))?.section else { return nil }
        if let name = list?.section(section)?.name { return name }
        // Its removal may be what a conflict is about.
        return list?.label(of: section).map { "\($0.title) (removed)" }
    }

    /// Returns the conflicts of one thing.
    func conflictViews(_ conflicts: [FieldConflict], in list: ListState?) -> [ConflictView] {
        conflicts.map { conflict in
            let kind: EntityKind? = list == nil ? .member : list?.label(of: conflict.entity)?.kind
            let label = EntityLabel(kind: kind, title: "")
            return ConflictView(
                field: library.fieldName(conflict.field, of: label, in: list),
                values: values(of: conflict.siblings, of: conflict.field, in: list)
            )
        }
    }

    func values(of siblings: [Sibling], of field: FieldID, in list: ListState?) -> [ConflictView.Value] {
        siblings.map { sibling in
            ConflictView.Value(
                value: text(sibling.value, of: field, in: list) ?? (field == .state ? WorkState.open.name : "none"),
                by: library.memberName(sibling.act.by),
                at: sibling.act.stamp.milliseconds,
                device: library.deviceName(sibling.act.device)
            )
        }
    }
}

extension FieldID {
    /// Whether the field only serves the program.
    fileprivate var isInternal: Bool {
        switch self {
        case .kind, .member, .undoneBy, .record, .listKind: true
        default: false
        }
    }
}

extension ParticipantView.State {
    fileprivate init(_ answer: Answer.State) {
        switch answer {
        case .accepted: self = .accepted
        case .declined: self = .declined
        case .left: self = .left
        }
    }
}

extension FieldChangeView.Kind {
    /// Creates the kind of a thing in a list, or in the household if there is none.
    init(_ kind: EntityKind?, in list: ListState?) {
        switch kind {
        case nil: self = list.map { $0.kind == .form ? .form : .list } ?? .household
        case .item: self = .item
        case .section: self = .section
        case .formField: self = .field
        case .record: self = .record
        case .observation: self = .observation
        case .member: self = .member
        }
    }
}

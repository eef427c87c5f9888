/// What the views need to know of an entity at every turn, in four bytes.
///
/// ```
/// bits 0–2 kind | 3–4 state | 5–12 flags | 16–22 percent by hand
/// ```
struct EntityFacts: Hashable, Sendable {
    private(set) var rawValue: UInt32 = 0

    private enum Flag: UInt32 {
        case isThere = 5
        case isAlive
        case isDead
        case hasConflict
        case isDue
        case hasSection
        case hasParent
        case isRoot
    }

    /// Facts of an entity of which nothing has come, or all of which was purged.
    init(of entity: EntityID) {
        if entity == .root { set(.isRoot) }
    }

    /// Whether any value is left of it.
    var isThere: Bool { has(.isThere) }

    var kind: EntityKind { EntityKind(rawValue: UInt8(rawValue & 7)) ?? .item }

    /// Whether it is the list itself.
    var isRoot: Bool { has(.isRoot) }

    /// Whether it is an item, there or in the trash; one that was purged is neither.
    var isItem: Bool { (has(.isAlive) || has(.isDead)) && !isRoot && kind == .item }

    /// Whether it is there and not in the trash: an edit beats a concurrent delete.
    var isVisible: Bool { has(.isAlive) }

    var isVisibleItem: Bool { isVisible(.item) }

    var state: WorkState { WorkState(rawValue: UInt8(rawValue >> 3 & 3)) ?? .open }

    var isOpenItem: Bool { isVisibleItem && state == .open }

    /// Whether values compete for a field whose conflicts are shown.
    var hasConflict: Bool { has(.hasConflict) }

    var isDue: Bool { has(.isDue) }

    var hasSection: Bool { has(.hasSection) }

    var hasParent: Bool { has(.hasParent) }

    /// How much of it is done, by hand; up to 100.
    var percent: Int { Int(rawValue >> 16 & 0x7F) }

    /// What an item that is not cancelled counts for the percentage of its list when nothing is below it.
    ///
    /// What is not done never counts as done: the whole is 100 only when all is done.
    var leafPercent: Int { state == .done ? 100 : min(percent, 99) }

    /// Whether it is a thing of a kind, and not in the trash.
    func isVisible(_ kind: EntityKind) -> Bool {
        isVisible && !isRoot && self.kind == kind
    }

    private func has(_ flag: Flag) -> Bool {
        rawValue & (1 << flag.rawValue) != 0
    }

    private mutating func set(_ flag: Flag) {
        rawValue |= 1 << flag.rawValue
    }

    // MARK: Collecting

    /// What a field says, when it says anything here.
    enum Role: UInt8, Sendable {
        case none
        case kind
        case life
        case state
        case due
        case percent
        case place
        /// A field that is only of interest when values compete for it.
        case other

        /// The role of a field.
        init(_ field: FieldID) {
            switch field {
            case .kind: self = .kind
            case .life: self = .life
            case .state: self = .state
            case .due: self = .due
            case .percent: self = .percent
            case .place: self = .place
            case .title, .note, .assignee, .photo, .quantity, .priority, .description, .email, .defaultView,
                .deletionPolicy, .isRequired, .choices, .gate:
                self = .other
            default: self = field.isRecordValue ? .other : .none
            }
        }

        /// Whether conflicts are shown; for a place only those about the section.
        ///
        /// What is edited and removed apart stays, and what a thing is nobody changes.
        var hasConflicts: Bool {
            switch self {
            case .due, .place, .state, .percent, .other: true
            case .none, .kind, .life: false
            }
        }
    }

    /// Notes that a value of any field is there.
    mutating func noteValue() {
        set(.isThere)
    }

    /// Notes that values compete for a field whose conflicts are shown.
    mutating func noteConflict() {
        set(.hasConflict)
    }

    /// Notes one of the values for `life`, shown or not.
    mutating func noteLife(_ value: some RandomAccessCollection<UInt8>) {
        switch value.count == 1 ? value.first.flatMap(Life.init) : nil {
        case .alive: set(.isAlive)
        case .dead, .purged: set(.isDead)
        case nil: break
        }
    }

    /// Notes the value that is shown for a field.
    mutating func note(_ value: some RandomAccessCollection<UInt8>, as role: Role) {
        let byte = value.count == 1 ? value.first : nil
        switch role {
        case .kind:
            rawValue |= UInt32(byte.flatMap(EntityKind.init)?.rawValue ?? 0)
        case .state:
            rawValue |= UInt32(byte.flatMap(WorkState.init)?.rawValue ?? 0) << 3
        case .percent:
            rawValue |= UInt32(byte.map { $0 <= 100 ? $0 : 0 } ?? 0) << 16
        case .due where DueDate(decoding: value) != nil:
            set(.isDue)
        case .place:
            notePlace(value)
        case .due, .none, .life, .other:
            break
        }
    }

    private mutating func notePlace(_ value: some RandomAccessCollection<UInt8>) {
        guard let shape = PlaceShape(value) else { return }
        if shape.hasSection { set(.hasSection) }
        if shape.hasParent { set(.hasParent) }
    }
}

extension EntityFacts {
    /// The facts of an entity as it was drafted.
    init(of entity: EntityID, _ entry: RegisterEntry) {
        self.init(of: entity)
        for field in entry.fields {
            let register = entry[field]
            noteValue()
            let role = Role(field)
            if role == .life {
                register.siblings.forEach { noteLife($0.value) }
            } else if let shown = register.shown {
                note(shown.value, as: role)
                if !register.competing(for: field).isEmpty {
                    noteConflict()
                }
            }
        }
    }
}

/// How the bytes of a place are laid out, without copying any.
struct PlaceShape {
    let hasSection: Bool
    let hasParent: Bool
    /// Where the key begins.
    var keyOffset: Int { 1 + (hasSection ? 8 : 0) + (hasParent ? 8 : 0) }

    /// Looks at a place; nil for one of a later version, which counts as none.
    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        guard let flags = bytes.first, flags < 4 else { return nil }
        (hasSection, hasParent) = (flags & 1 != 0, flags & 2 != 0)
        guard (keyOffset...keyOffset + Limits.placeKeyBytesMax).contains(bytes.count) else { return nil }
    }
}

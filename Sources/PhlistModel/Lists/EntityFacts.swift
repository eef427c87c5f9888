import PhlistVocabulary

/// Facts about an entity that the views need constantly, in four bytes.
///
/// ```
/// bits 0–2 kind | 3–4 state | 5–15 flags | 16–22 percent by hand | 23 flag
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
        case wasConcurrent
        case isUnsettled
        case isMade
        case isUnmade = 23
    }

    /// Creates the facts of an entity of which nothing has arrived, or all of which was purged.
    init(of entity: EntityID) {
        if entity == .root { set(.isRoot) }
    }

    /// Whether any value of the entity is left.
    var isThere: Bool { has(.isThere) }

    var kind: EntityKind { EntityKind(rawValue: UInt8(rawValue & 7)) ?? .item }

    /// Whether the entity is the list itself.
    var isRoot: Bool { has(.isRoot) }

    /// Whether the entity is an item, visible or in the trash; a purged one is neither.
    var isItem: Bool { (isVisible || has(.isDead) || has(.isUnmade)) && !isRoot && kind == .item }

    /// Whether the entity is alive and so not in the trash: an edit beats a concurrent delete, which beats a copy that
    /// a command made.
    var isVisible: Bool { has(.isAlive) || has(.isMade) && !has(.isDead) }

    var isVisibleItem: Bool { isVisible(.item) }

    var isTrashedItem: Bool { isItem && !isVisible }

    var state: WorkState { WorkState(rawValue: UInt8(rawValue >> 3 & 3)) ?? .open }

    var isOpenItem: Bool { isVisibleItem && state == .open }

    /// Whether the entity is an item that is closed or in the trash.
    var isFormerItem: Bool { isItem && !isOpenItem }

    /// Whether values compete for a field whose conflicts are shown.
    var hasConflict: Bool { has(.hasConflict) }

    /// Whether a removal lost to a concurrent edit.
    var isRescued: Bool { has(.isAlive) && (has(.isDead) || has(.isUnmade)) }

    /// Whether the entity ever had concurrent changes, settled or not.
    var wasConcurrent: Bool { has(.wasConcurrent) }

    /// Whether the entity may have unsettled concurrent changes; see `EntityWrites.isUnsettled`.
    var isUnsettled: Bool { has(.isUnsettled) }

    var isDue: Bool { has(.isDue) }

    var hasSection: Bool { has(.hasSection) }

    var hasParent: Bool { has(.hasParent) }

    /// The percentage done as entered by hand, 0 to 100.
    var percent: Int { Int(rawValue >> 16 & 0x7F) }

    /// The share of an item without subitems in the percentage of its list, 0 to 100; not for cancelled items.
    ///
    /// An open item counts at most 99, so that the whole is 100 only when all is done.
    var leafPercent: Int { state == .done ? 100 : min(percent, 99) }

    /// Whether the entity is of a kind, and not in the trash.
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

    /// The meaning of a field for the facts.
    enum Role: UInt8, Sendable {
        case none
        case kind
        case life
        case state
        case due
        case percent
        case place
        /// A field that matters only when values compete for it.
        case other

        init(_ field: FieldID) {
            switch field {
            case .kind: self = .kind
            case .life: self = .life
            case .state: self = .state
            case .due: self = .due
            case .percent: self = .percent
            case .place: self = .place
            case .description, .email, .defaultView, .deletionPolicy, .isRequired, .choices, .gate: self = .other
            // The elements of a set do not compete.
            case .tags: self = .none
            default: self = ItemField.byID[field] != nil || field.isRecordValue ? .other : .none
            }
        }

        /// Whether conflicts are shown; for a place only those about the section.
        ///
        /// Concurrent edits and removals keep the entity, and nobody changes its kind.
        var hasConflicts: Bool {
            switch self {
            case .due, .place, .state, .percent, .other: true
            case .none, .kind, .life: false
            }
        }
    }

    /// Records that the entity has a value.
    mutating func noteValue() {
        set(.isThere)
    }

    mutating func noteConcurrency() {
        set(.wasConcurrent)
    }

    mutating func noteUnsettled() {
        set(.isUnsettled)
    }

    /// Records that values compete for a field whose conflicts are shown.
    mutating func noteConflict() {
        set(.hasConflict)
    }

    /// Records one of the values for `life`, shown or not.
    mutating func noteLife(_ value: some RandomAccessCollection<UInt8>) {
        switch value.life {
        case .alive, .reopened: set(.isAlive)
        case .dead, .purged: set(.isDead)
        case .made: set(.isMade)
        case .unmade: set(.isUnmade)
        case nil: break
        }
    }

    /// Records the value that is shown for a field.
    mutating func note(_ value: some RandomAccessCollection<UInt8>, as role: Role) {
        let byte = value.count == 1 ? value.first : nil
        switch role {
        case .kind:
            rawValue |= UInt32(byte.flatMap(EntityKind.init)?.rawValue ?? 0)
        case .state:
            rawValue |= UInt32(byte.flatMap(WorkState.init)?.rawValue ?? 0) << 3
        case .percent:
            rawValue |= UInt32(byte.map { $0 <= 100 ? $0 : 0 } ?? 0) << 16
        case .due where CivilDate(decoding: value) != nil:
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
    /// Creates the facts of an entity from its drafted state.
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

/// The layout of the bytes of a place, read without copying.
struct PlaceShape {
    let hasSection: Bool
    let hasParent: Bool
    /// The offset of the key, in bytes.
    var keyOffset: Int { 1 + (hasSection ? 8 : 0) + (hasParent ? 8 : 0) }

    /// Reads the layout of a place; nil for one of a later version, which counts as no place.
    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        guard let flags = bytes.first, flags < 4 else { return nil }
        (hasSection, hasParent) = (flags & 1 != 0, flags & 2 != 0)
        guard (keyOffset...keyOffset + Limits.placeKeyBytesMax).contains(bytes.count) else { return nil }
    }
}

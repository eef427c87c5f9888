import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary

/// One refusal of each kind, about things of a home.
struct Refusals {
    private let groceries: ScopeID
    private let gift: ScopeID
    private let students: ScopeID
    private let milk: EntityReference
    private let bread: EntityReference
    private let old: EntityReference
    private let dairy: EntityReference
    private let ann: MemberID
    private let ben: MemberID
    private let laptop: DeviceID

    init(of home: borrowing Home) throws {
        let library = home.replica.library
        let owner = Home.owner
        groceries = try library.list(named: "Groceries", for: owner)
        gift = try library.list(named: "Gift", for: owner)
        students = try library.list(named: "Students", for: owner)
        milk = try library.item(matching: "Milk", for: owner, purpose: .look)
        bread = try library.item(matching: "Bread", for: owner, purpose: .look)
        let items = library.list(groceries)?.items ?? []
        old = EntityReference(scope: groceries, entity: items.first { $0.title == "Old" }?.entity ?? .root)
        dairy = EntityReference(scope: groceries, entity: library.list(groceries)?.sections.first?.entity ?? .root)
        ann = try library.member(named: "Ann")
        ben = try library.member(named: "Ben")
        laptop = library.device
    }

    var all: [CommandError] {
        lists + items + texts + sections + members + logins + devices + household + sharing + conflicts + history
            + losses + forms + fields + records + [
                .filter(.notFound("week")), .filter(.exists("week")), .filter(.nameTaken("week")),
                .filter(.tooMany),
                .importedItem(3, title: "Milk", .text(.emptyTitle)), .requestKeyReused("k1"),
                .storage(.diskFull), .storage(.tooLarge), .storage(.readOnly), .storage(.failed),
            ]
    }

    private var lists: [CommandError] {
        let lists: [ListError] = [
            .notFound("Grocery"), .ambiguous("gr", candidates: [groceries, gift]),
            .ambiguous("gr", candidates: [groceries, students]), .cancelOnly([milk, bread]), .itemsAreKept(groceries),
            .notChecklist(students), .mergedWithItself(groceries), .notInTrash(groceries), .tooMany,
            .defaultGone(groceries), .defaultGone(nil),
        ]
        return lists.map { .list($0) }
    }

    private var items: [CommandError] {
        let items: [ItemError] = [
            .notFound("Mlk"), .textTooShort("m"), .ambiguous("e", candidates: [milk, bread]), .nothingToAdd,
            .namesList(groceries), .titleForSeveralItems(2), .tooManyTags(65), .percentOutOfRange(101),
            .percentOfParent(milk),
            .replacedMeanwhile(milk, .note), .replacedMeanwhile(milk, .title), .inTrash(old),
            .notInTrash(milk), .elsewhere(milk), .belowItself(milk), .notRecurring(milk),
            .endsBefore(.first, last: .first), .rotationWithoutRule, .rotationTooShort("ann"), .rotationTooLong(33),
            .inRotationTwice(ben),
            .nothingToMerge, .mergeAcrossLists(milk), .hasCompetingValues(milk),
            .tooLongTogether(milk, .note, bytes: 40_000), .tooLongTogether(milk, .quantity, bytes: 300),
            .reminderWithoutDate(milk), .reminderWithoutDate(nil),
        ]
        return items.map { .item($0) }
    }

    private var texts: [CommandError] {
        let texts: [TextFault] = [
            .emptyTitle, .tooLong(.title, bytes: 2000), .controlCharacter(.title, 0x0A),
            .tooLong(.note, bytes: 40_000), .controlCharacter(.quantity, 0x1B), .notValid(.tag, "a b"),
            .notValid(.url, "example"), .notValid(.recurrence, "weekly"), .notValid(.reminder, "soon"),
        ]
        return texts.map { .text($0) }
    }

    private var sections: [CommandError] {
        let sections: [SectionError] = [
            .notFound("Fish", in: groceries), .ambiguous("d", candidates: [dairy, dairy]), .missing("Groceries"),
            .exists("Dairy", in: groceries), .namedTwice("Dairy"),
        ]
        return sections.map { .section($0) }
    }

    private var members: [CommandError] {
        let members: [MemberError] = [
            .notFound("Eve"), .ambiguous("n", candidates: [ann, ben]), .emptyName, .nameTooLong(bytes: 500),
            .badName("a\tb"), .reservedName("none"), .nameTaken("ann", by: ann), .badEmail("ann@"), .notListed(ben),
            .inUse(ann), .namedAfterLogin(ann, not: "Kim"), .ownsLists(ann, count: 1), .ownsLists(ann, count: 2),
        ]
        return members.map { .member($0) }
    }

    private var logins: [CommandError] {
        let logins: [LoginError] = [
            .nobodyActs, .severalPeople, .peopleUnknown, .privateListOfHouse, .mayNotActAs("Ben"), .phoneOfNobody,
        ]
        return logins.map { .login($0) }
    }

    private var devices: [CommandError] {
        let devices: [DeviceError] = [
            .notFound("desk"), .ambiguous("l", candidates: [laptop, laptop]), .nameTaken("laptop"), .tooManyMembers(99),
            .tooMany, .inUse([ann, ben]), .lastAdmin, .removesItself, .notAdmin, .mayNotChange(ben),
        ]
        return devices.map { .device($0) }
    }

    private var household: [CommandError] {
        let household: [HouseholdError] = [
            .tooManyChanges, .alone, .notIn, .hasAdmins([laptop]), .hasOtherDevices(1), .hasOtherDevices(2),
            .listsInTheWay(1), .listsInTheWay(2), .alreadyIn, .keyWasRemoved, .hostWasRemoved("desk"),
            .unconfirmedMembers([ann, ben]), .deviceRemoved,
        ]
        return household.map { .household($0) }
    }

    private var sharing: [CommandError] {
        let sharing: [SharingError] = [
            .notOwner(gift, owner: ann), .notOwner(gift, owner: nil), .notOwner(groceries, owner: ann),
            .purgesOthersList(groceries, owner: ann), .ended(gift), .notParticipant(gift),
            .tooManyChanges(gift), .tooManyWords(99), .sharedWithOwner(ann), .seenByEverybody(groceries),
            .leavesOwnList(gift), .invitationNotFound("Gift"), .withdrawn(gift), .leftElsewhere(gift, title: "Gift"),
            .ambiguousInvitation("Gi", candidates: [groceries, gift]),
        ]
        return sharing.map { .sharing($0) }
    }

    private var conflicts: [CommandError] {
        let conflicts: [ConflictError] = [
            .notFound("Milk"), .ambiguous("m", candidates: [milk, bread]),
            .fieldNotFound("note", conflicting: ["title", "due"]), .noSuchCompetitor(3, count: 2),
            .valueNotCompeting("Tea", field: "title"),
        ]
        return conflicts.map { .conflict($0) }
    }

    private var history: [CommandError] {
        let acts: [RosterAct] = [
            .remove(laptop), .remove(DeviceID(publicKey: [1])), .assign(laptop, .member), .rename(laptop, "desk"),
            .list([ann, .house], on: laptop),
        ]
        let changes: [LastingChange] =
            acts.map { .roster($0) } + [
                .answer(.accepted), .answer(.declined), .answer(.left), .purge, .upkeep, .unknown,
            ]
        let errors: [HistoryError] =
            [.nothingToUndo, .nothingToRedo, .lastActionUnseen]
            + changes.map { .cannotBeUndone($0, in: gift) }
        return errors.map { .history($0) }
    }

    private var losses: [CommandError] {
        let losses: [LossError] = [.nothingToGiveUp, .othersMayHelp(["desk", "nas"]), .householdLost]
        return losses.map { .loss($0) }
    }

    private var forms: [CommandError] {
        let forms: [FormError] = [
            .formNotFound("Pupils"), .notAForm("Groceries"), .ambiguousForm("s", candidates: [students, groceries]),
            .formFieldNotFound("Nmae", in: students), .ambiguousFormField("Ethnicity", in: students),
            .recordNotFound("7", in: students), .recordExists("7", in: students), .recordTwice("7", in: students),
            .noteTooLong(bytes: 9000),
        ]
        return forms.map { .form($0) }
    }

    private var fields: [CommandError] {
        let long = String(repeating: "x", count: 300)
        let refusals: [FormRefusal] = [
            .noFields, .tooManyFields(99), .badName(""), .badName("a\tb"), .fieldNameTooLong(long),
            .sameName("Name", as: "name"), .keyFieldMustBeText("Id"), .keyFieldStays("Id"), .keyFieldHasGate("Id"),
            .choicesOfNoChoice("Name"), .tooManyChoices("Class", 999), .badChoice("", in: "Class"),
            .choiceTooLong(long, in: "Class"), .sameChoice("1a", in: "Class"), .choiceNotFound("1b", in: "Class"),
            .gateNotFound("Bus", of: "Stop"), .gateNotAToggle("Name", of: "Stop"), .toggleHasGate("Bus"),
            .toggleInUse("Bus", by: "Stop"),
        ]
        return refusals.map { .form(.formRefused($0)) }
    }

    private var records: [CommandError] {
        let faults: [FormFault] = [
            .missing, .switchedOff(by: "Bus"), .notAlphanumeric, .notADate, .noSuchDay, .notAChoice(["1a", "1b"]),
            .notAChoice([]), .notAToggle, .tooLong(bytes: 9000, bytesMax: 4096), .controlCharacter,
            .inTheFuture, .beforeBirth("Born"),
        ]
        let values = faults.map { RecordFault(field: "Class", value: "1aa", .value($0)) }
        let others: [RecordFault.Kind] = [.unknownField, .ambiguousField, .repeatedField]
        let all = values + others.map { RecordFault(field: "Clas", value: "", $0) }
        return [
            .form(.recordRefused(all, in: students)),
            .form(.recordRefused([RecordFault(field: "Class", value: "", .value(.missing))], in: students)),
        ]
    }
}

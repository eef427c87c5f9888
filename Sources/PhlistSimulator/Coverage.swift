/// Counts of the faults and rare states that occurred: one that never occurs proves nothing.
package struct Coverage: Sendable {
    /// A counted event; the raw values are the words of the table.
    package enum Count: String, CaseIterable, Sendable {
        // Faults.
        case lost = "message lost"
        case duplicated = "message twice"
        case reordered = "message late"
        case partition = "network split"
        case oneWay = "network split one way"
        case slowPeer = "peer that takes its time"
        case crash = "power cut between turns"
        case crashInTurn = "power cut between two effects"
        case powerCut = "power cut in a disk call"
        case orderlyStop = "orderly stop"
        case rollback = "disk put back from a copy"
        case bitFlip = "bits flipped at rest"
        case diskFull = "disk full"
        case flushFailed = "disk call failed"
        case clockJump = "clock jumped"
        case suspended = "device suspended"
        case yearAway = "device away for a year"
        case lateJoin = "device joined later"
        case upgrade = "older version upgraded"
        case lie = "power cut on a disk that lied"
        case twin = "second machine from a copy"
        case wipe = "disk empty at once"
        case busy = "device busy with other things"
        case removal = "device put out of the household"
        case removalByAnother = "device put out by another than the first"
        case mutualRemoval = "two devices that put each other out"
        case removalUnheard = "device put out by one that was out itself"
        case admissionVoid = "device let in by one that was out"
        case adminAdmitted = "device let in that lets others in"
        case roleChanged = "device given another role"
        case left = "device that left the household"
        case backup = "backup made"
        case restored = "backup restored on a new device"
        case claimed = "device that asks to be somebody's who is there"
        case guest = "command of another login"
        case deviceShared = "one person more on a device"
        case secondDevice = "device of somebody who has another one"
        case houseDevice = "device of the house"
        case introducerOff = "who lets in goes off at once"

        // Changes of who may see a list.
        case invited = "member invited to a list"
        case accepted = "invitation accepted"
        case declined = "invitation declined"
        case narrowed = "list kept from whom it was shown to"
        case shown = "list shown to everybody"
        case withdrawn = "batches held back from whom they waited for"

        // Other commands.
        case houseInvited = "house invited to a list"
        case listMerged = "list merged into another one"
        case broughtIn = "list brought in from a file"
        case photoTaken = "item given a photo"
        case photoArrived = "photo fetched from another device"
        case movedElsewhere = "item moved to another list"
        case listRenamed = "list renamed or described"
        case listTrashed = "list put into the trash"
        case listRestored = "list taken out of the trash"
        case largeList = "more written at once than fits a message"
        case manyOps = "more written at once than fits a batch"
        case clash = "two who write at the same moment"
        case fieldEdited = "field set and acknowledged"
        case occurrenceMade = "next occurrence of a recurring item"

        // Outcomes.
        case editKept = "field shown as it was last set"
        case editContested = "field set again by somebody"
        case merged = "several messages taken in one turn"
        case branch = "chain beside the first of its device"
        case forgotJoining = "device that forgot its household"
        case snapshotWritten = "snapshot written in between"
        case appendFailed = "append failed"
        case fullReply = "command told of a full disk"
        case roomAgain = "room again"
        case rotated = "log went on in a new generation"
        case packed = "log packed at a start"
        case readOnlyLog = "log gave up"
        case tornTail = "torn tail cut"
        case damagedLog = "damaged log opened"
        case heldBack = "batches held back"
        case healed = "damaged log whole again"
        case waiting = "batches waited in an inbox"
        case ownFetched = "own batches fetched back"
        case snapshotUsed = "started from a snapshot"
        case doubleSettled = "double connection settled"
        case silentClosed = "silent connection closed"
        case redelivered = "batches received twice"
        case purgeBesideEdit = "purge beside an edit"
        case conflict = "conflict surfaced"
        case letter = "door opened by a letter"
        case hidden = "list kept from a device"
        case ended = "list taken from a device that had it"
        case offered = "invitation that waits for an answer"
        case broughtContent = "content taken in behind its control"
        case goodbye = "removed device told so"
        case lateOps = "ops of a later version folded"
    }

    package var messages = 0
    package var bytes = 0
    private var counts: [Count: Int] = [:]

    package init() {}

    /// Returns how often an event occurred.
    package subscript(_ count: Count) -> Int {
        counts[count] ?? 0
    }

    mutating func note(_ count: Count, times: Int = 1) {
        guard times > 0 else { return }
        counts[count, default: 0] += times
    }

    /// Adds another run's counts.
    package mutating func add(_ other: Coverage) {
        messages += other.messages
        bytes += other.bytes
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// The events that can occur but have not.
    package var missing: [Count] {
        Count.allCases.filter { self[$0] == 0 }
    }

    /// One line for each event.
    package var table: String {
        Count.allCases.map { count in
            let number = String(self[count])
            return String(repeating: " ", count: max(0, 9 - number.count)) + number + "  " + count.rawValue
        }.joined(separator: "\n")
    }
}

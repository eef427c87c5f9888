package import struct PhlistModel.BatchName
package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// A statement of a person or a device about the membership of a household, or about who may see a list.
package enum Statement: Hashable, Sendable {
    // In a household.
    /// Founds the household, or continues a former one under a new id.
    case founds(continuing: ScopeID?)
    /// Admits a device; without a role only makes it known.
    case admits(DeviceID, as: Role?, people: [MemberID])
    case removes(DeviceID)
    case assigns(DeviceID, Role)
    case lists([MemberID], on: DeviceID)
    case renames(DeviceID)
    case replacesSecret

    // In a list.
    /// Makes the list, which belongs to a household or to those that continue it.
    case makes(owner: MemberID, in: ScopeID)
    case shows(toEverybody: Bool)
    case invites(MemberID)
    case excludes(MemberID)
    case answers(MemberID, to: StatementName, isYes: Bool)

    /// The rights of a device in its household.
    package enum Role: Hashable, Sendable {
        case member
        case admin
    }
}

/// The place of a statement: its batch, and its position among the ops of that batch.
package struct StatementName: Hashable, Sendable {
    package var batch: BatchName
    package var op: Int

    package init(batch: BatchName, op: Int) {
        (self.batch, self.op) = (batch, op)
    }
}

/// A statement with its circumstances: its author, its device, and what the author knew.
package struct Testimony: Hashable, Sendable {
    package let statement: Statement
    package let name: StatementName
    package let speaker: MemberID
    package let device: DeviceID
    /// The number of its batch within the scope.
    package let batch: Int
    /// The batches of the scope that its author knew.
    package let known: BatchSet

    package init(
        _ statement: Statement,
        named name: StatementName,
        by speaker: MemberID,
        on device: DeviceID,
        batch: Int,
        known: BatchSet
    ) {
        (self.statement, self.name, self.speaker, self.device) = (statement, name, speaker, device)
        (self.batch, self.known) = (batch, known)
    }

    /// Returns whether its author knew another testimony of the same scope; within a batch each knows those before it.
    package func knows(_ other: Testimony) -> Bool {
        batch == other.batch ? other.name.op < name.op : known.contains(other.batch)
    }
}

extension [Testimony] {
    /// The testimonies unknown to the authors of all others.
    var newest: [Testimony] {
        filter { candidate in !contains { $0.knows(candidate) } }
    }
}

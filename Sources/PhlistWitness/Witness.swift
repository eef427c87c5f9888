package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// Records every order that was given and every statement that reached a disk, and derives from these alone who is in a
/// household and who may see a list.
///
/// It shares nothing but four kinds of ids with the program that it judges.
package struct Witness: Sendable {
    private var testimonies: [ScopeID: [Testimony]] = [:]
    /// The testimonies of households that stand.
    private var standing: [ScopeID: [Testimony]] = [:]
    private var memberships: [Key: Membership] = [:]
    private var accesses: [Pair: Access] = [:]

    private struct Key: Hashable {
        var scope: ScopeID
        var batches: BatchSet
    }

    private struct Pair: Hashable {
        var list: Key
        var household: Key
    }

    /// The size limit of the caches: a history asks for the same results repeatedly, and never for old ones.
    private static let rememberedMax = 256

    package init() {}

    // MARK: Statements

    /// Records a statement, after all that its author knew.
    ///
    /// - Parameters:
    ///   - testimony: The statement.
    ///   - scope: The household or list that it is about.
    ///   - order: The order that the device was carrying out; nil when it acts by itself.
    /// - Returns: Whether the order asks for it.
    package mutating func note(_ testimony: Testimony, in scope: ScopeID, because order: Order?) -> Bool {
        let earlier = testimonies[scope, default: []]
        testimonies[scope, default: []].append(testimony)
        let past = standing[scope, default: []].filter(testimony.knows)
        let membership = Membership(of: past)
        if Membership.stands(testimony, in: membership, isFirst: past.isEmpty) {
            standing[scope, default: []].append(testimony)
        }
        guard let order else { return testimony.statement == .replacesSecret }
        let known = earlier.filter(testimony.knows)
        guard order.explains(testimony, in: scope, after: known, membership) else { return false }
        return !admitsStranger(testimony.statement, to: scope, after: earlier)
    }

    /// Returns whether a statement admits a device for a person named by another household but not by this one: the id
    /// of a new person cannot be in use elsewhere.
    private func admitsStranger(_ statement: Statement, to household: ScopeID, after earlier: [Testimony]) -> Bool {
        guard case .admits(_, as: _?, let people) = statement else { return false }
        let newcomers = people.filter { person in !earlier.contains { $0.statement.lists(person) } }
        return newcomers.contains { person in
            testimonies.contains { scope, said in
                lineage(of: scope) != lineage(of: household) && said.contains { $0.statement.lists(person) }
            }
        }
    }

    /// Returns the id shared by a household and those that it continues.
    private func lineage(of household: ScopeID) -> ScopeID {
        testimonies[household, default: []].lazy.compactMap(\.statement.continued).first ?? household
    }

    /// Returns the statements among some batches of a scope.
    package func testimonies(in scope: ScopeID, by batches: BatchSet) -> [Testimony] {
        testimonies[scope, default: []].filter { batches.contains($0.batch) }
    }

    // MARK: Judging

    /// Returns the membership of a household by some of its batches.
    package mutating func membership(of household: ScopeID, by batches: BatchSet) -> Membership {
        let key = Key(scope: household, batches: batches)
        if let known = memberships[key] { return known }
        let membership = Membership(of: standing[household, default: []].filter { batches.contains($0.batch) })
        if memberships.count >= Self.rememberedMax { memberships = [:] }
        memberships[key] = membership
        return membership
    }

    /// Returns who may see a list, by batches of the list and of its household; nil until one of them makes the list.
    package mutating func access(
        to list: ScopeID,
        by batches: BatchSet,
        in household: ScopeID,
        by acts: BatchSet
    ) -> Access? {
        let pair = Pair(list: Key(scope: list, batches: batches), household: Key(scope: household, batches: acts))
        if let known = accesses[pair] { return known }
        let words = testimonies(in: list, by: batches)
        guard let owner = words.lazy.compactMap(\.statement.owner).first else { return nil }
        let access = Access(of: words, owner: owner, in: membership(of: household, by: acts))
        if accesses.count >= Self.rememberedMax { accesses = [:] }
        accesses[pair] = access
        return access
    }

    /// Returns whether the author of a batch was allowed to act in a list, by the statements among the batches that it
    /// knew.
    package func mightDo(_ deed: Access.Deed, in list: ScopeID, _ person: MemberID, knowing batches: BatchSet) -> Bool {
        let words = testimonies(in: list, by: batches)
        guard let owner = testimonies[list, default: []].lazy.compactMap(\.statement.owner).first else { return true }
        return Access(of: words, owner: owner, in: nil).allows(deed, by: person)
    }

    /// Returns whether a list belongs to a household, or to one that it continues.
    package func belongs(_ list: ScopeID, to household: ScopeID) -> Bool {
        let home = testimonies[list, default: []].lazy.compactMap(\.statement.home).first
        return home == nil || home == lineage(of: household)
    }
}

extension Statement {
    fileprivate var owner: MemberID? {
        if case .makes(let owner, _) = self { owner } else { nil }
    }

    fileprivate var home: ScopeID? {
        if case .makes(_, let household) = self { household } else { nil }
    }

    fileprivate var continued: ScopeID? {
        if case .founds(let continued) = self { continued } else { nil }
    }
}

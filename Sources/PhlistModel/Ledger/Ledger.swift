/// The batches of a scope: the chains they form, what each author knew, and one row for each batch.
///
/// A chain is a run of batches of one feed, each the predecessor of the next. Two batches with one predecessor are an
/// ordinary branch: the second opens a chain based on the first's. Chains, members and batches are numbered in the
/// order of arrival. These numbers never leave the device and decide nothing.
package struct Ledger: Sendable {
    package private(set) var chains: [Chain] = []
    /// Chain numbers by feed.
    private var chainNumbers: [FeedHint: [Int]] = [:]
    private var branchIndex = BranchIndex()
    private(set) var batches: [BatchRow] = []
    private(set) var members: [MemberID] = []
    private var memberNumbers: [MemberID: UInt16] = [:]

    /// A place in a chain: after the batch with this number.
    package struct Place: Hashable, Sendable {
        package var chain: Int
        package var number: UInt32

        package init(chain: Int, number: UInt32) {
            (self.chain, self.number) = (chain, number)
        }
    }

    /// Batches of one device in one tier, each following the one before.
    package struct Chain: Sendable {
        package let device: DeviceID
        package let tier: Tier
        /// The place where the chain branches off; nil for a first chain.
        package let base: Place?
        /// The last batch that the author knew before the first one, by chain.
        fileprivate(set) var knownBefore: [UInt32] = []
        /// The last batch that the author knew at the newest one, by chain, without the chain itself.
        fileprivate(set) var known: [UInt32] = []
        /// The entries of the contexts, in the order of the batches; replayed when a branch opens in the middle.
        fileprivate(set) var learned: [Learned] = []
        /// The rows of the batches.
        package fileprivate(set) var rows: [UInt32] = []

        /// The number of the batch before the first one.
        package var start: UInt32 { base?.number ?? 0 }
        /// The number of the newest batch.
        package var end: UInt32 { start + UInt32(rows.count) }

        package var hint: FeedHint { FeedHint(device: device, tier: tier) }

        init(device: DeviceID, tier: Tier, base: Place?, learned: [Learned] = []) {
            (self.device, self.tier, self.base, self.learned) = (device, tier, base, learned)
        }
    }

    /// An entry of a context.
    struct Learned: Hashable, Sendable {
        /// The number of the batch that has the context.
        var at: UInt32
        var chain: UInt32
        /// The number up to which that chain was known.
        var through: UInt32
    }

    /// One batch, without its effects.
    struct BatchRow: Sendable {
        var name: BatchName
        var stamp: Stamp
        var group: UInt64
        var number: UInt32
        /// The first write of the batch in the scope's table; the writes end where those of the next batch begin.
        var firstWrite: UInt32
        var chain: UInt16
        var by: UInt16
        var opCount: UInt16
    }

    init() {}

    /// Creates a ledger from its parts, without what the authors knew; `batches` are in the order of arrival, and those
    /// of a chain in its order.
    init(members: [MemberID], chains: [Chain], batches: [BatchRow]) {
        (self.members, self.chains, self.batches) = (members, chains, batches)
        memberNumbers = Dictionary(zip(members, 0...)) { first, _ in first }
        for (number, chain) in chains.enumerated() {
            chainNumbers[chain.hint, default: []].append(number)
        }
        for (row, batch) in batches.enumerated() {
            self.chains[Int(batch.chain)].rows.append(UInt32(row))
        }
        for hint in chainNumbers.keys { indexIfNeeded(hint) }
    }

    /// Recomputes what the authors of all chains knew from the contexts; a base is always an earlier chain.
    mutating func learnAgain() {
        for (number, chain) in chains.enumerated() {
            let before = chain.base.map { self.known(behind: $0) } ?? []
            let after = chain.learned.reduce(into: before) { known, entry in
                learn(Place(chain: Int(entry.chain), number: entry.through), &known)
            }
            (chains[number].knownBefore, chains[number].known) = (before, after)
        }
    }

    // MARK: Lookup

    /// The place after a batch; nil if the batch is not here.
    package func place(of reference: BatchReference) -> Place? {
        guard let number = UInt32(exactly: reference.number) else { return nil }
        for chain in chainsToSearch(for: reference) where isNamed(reference.name, at: number, in: chain) {
            return Place(chain: chain, number: number)
        }
        return nil
    }

    /// The chains that may hold a batch: few, even if its feed has many.
    func chainsToSearch(for reference: BatchReference) -> [Int] {
        guard branchIndex.contains(reference.hint) else { return chainNumbers[reference.hint] ?? [] }
        return branchIndex.chain(of: reference).map { [$0] } ?? []
    }

    /// Whether a batch is here.
    package func contains(_ reference: BatchReference) -> Bool {
        place(of: reference) != nil
    }

    private func isNamed(_ name: BatchName, at number: UInt32, in chain: Int) -> Bool {
        let start = chains[chain].start
        guard number > start, number <= chains[chain].end else { return false }
        return batches[Int(chains[chain].rows[Int(number - start) - 1])].name == name
    }

    /// The chains of a feed, and those of other devices that happen to have the same hint.
    package func chains(withHint hint: FeedHint) -> [Int] {
        chainNumbers[hint] ?? []
    }

    /// The place of a batch's predecessor; nil if it is not here.
    private func predecessor(of batch: NamedBatch) -> Predecessor? {
        guard let reference = batch.predecessor else { return .beginning }
        return place(of: reference).flatMap { chains[$0.chain].device == batch.device ? .batch($0) : nil }
    }

    private enum Predecessor {
        case beginning
        case batch(Place)
    }

    /// Whether the predecessor of a batch is here, and is by the same device.
    package func hasPredecessor(of batch: NamedBatch) -> Bool {
        predecessor(of: batch) != nil
    }

    /// Whether the predecessor of a batch and all of its context are here.
    package func isReady(_ batch: NamedBatch) -> Bool {
        batch.keepsToItsTier && hasPredecessor(of: batch) && batch.header.context.allSatisfy { isContextHere($0) }
    }

    // MARK: Appending

    /// Appends a batch that is ready and not here yet.
    ///
    /// - Parameters:
    ///   - named: The batch.
    ///   - firstWrite: The number of the first write that it will make.
    /// - Returns: The number of its row.
    mutating func append(_ named: NamedBatch, firstWrite: Int) -> Int {
        let chain = chainToExtend(with: named)
        let header = named.header
        take(header.context, of: UInt32(header.number), into: chain)
        chains[chain].rows.append(UInt32(batches.count))
        branchIndex.insert(named.reference, in: chain)
        batches.append(
            BatchRow(
                name: named.name,
                stamp: header.stamp,
                group: header.group,
                number: UInt32(header.number),
                firstWrite: UInt32(firstWrite),
                chain: UInt16(chain),
                by: memberNumber(of: header.by),
                opCount: UInt16(header.opCount)
            )
        )
        return batches.count - 1
    }

    private mutating func take(_ context: [BatchReference], of number: UInt32, into chain: Int) {
        // Moved out of the chain, or each entry would copy all chains.
        var (known, learned) = (chains[chain].known, chains[chain].learned)
        (chains[chain].known, chains[chain].learned) = ([], [])
        for reference in context {
            guard let place = place(of: reference) else { continue }
            learned.append(Learned(at: number, chain: UInt32(place.chain), through: place.number))
            learn(place, &known)
        }
        (chains[chain].known, chains[chain].learned) = (known, learned)
    }

    /// Returns the chain that ends with a batch's predecessor; a new one if the predecessor already has a successor.
    private mutating func chainToExtend(with named: NamedBatch) -> Int {
        switch predecessor(of: named) {
        case .batch(let place) where chains[place.chain].end == place.number: return place.chain
        case .batch(let place): return open(named, base: place, knowing: known(behind: place))
        case .beginning: return open(named, base: nil, knowing: [])
        case nil:
            invariant(false, "batch \(named.header.number) of device \(named.device) applied before its predecessor")
            return 0
        }
    }

    private mutating func open(_ batch: NamedBatch, base: Place?, knowing known: [UInt32]) -> Int {
        invariant(chains.count < Int(UInt16.max), "\(chains.count) chains in one scope")
        var chain = Chain(device: batch.device, tier: batch.tier, base: base)
        (chain.knownBefore, chain.known) = (known, known)
        chains.append(chain)
        chainNumbers[batch.hint, default: []].append(chains.count - 1)
        indexIfNeeded(batch.hint)
        return chains.count - 1
    }

    private mutating func indexIfNeeded(_ hint: FeedHint) {
        let numbers = chains(withHint: hint)
        guard numbers.count > BranchIndex.chainsMax, !branchIndex.contains(hint) else { return }
        branchIndex.add(hint)
        for number in numbers {
            for row in chains[number].rows { branchIndex.insert(reference(ofRow: Int(row)), in: number) }
        }
    }

    /// Returns the last batch that the author of a batch knew, by chain, that batch included.
    ///
    /// Replays the contexts of its chain.
    package func known(behind place: Place) -> [UInt32] {
        let chain = chains[place.chain]
        var known: [UInt32]
        if place.number == chain.end {
            known = chain.known
        } else {
            known = chain.knownBefore
            for entry in chain.learned.prefix(while: { $0.at <= place.number }) {
                learn(Place(chain: Int(entry.chain), number: entry.through), &known)
            }
        }
        learn(place, &known)
        return known
    }

    /// Whether a batch is the other one, or its author had applied it.
    ///
    /// Without branches, the newest entry about a chain says what was known of it, and nothing has to be replayed.
    package func isKnown(_ place: Place, to other: Place) -> Bool {
        guard place.chain != other.chain else { return place.number <= other.number }
        guard chains.allSatisfy({ $0.base == nil }) else {
            let known = known(behind: other)
            return place.chain < known.count && place.number <= known[place.chain]
        }
        let learned = chains[other.chain].learned
        let end = learned.partitioningIndex { $0.at > other.number }
        let last = learned[..<end].last { $0.chain == place.chain }
        return last.map { place.number <= $0.through } ?? false
    }

    /// Adds a place to what is known, and the places where the chains below it were left.
    package func learn(_ place: Place, _ known: inout [UInt32]) {
        var next: Place? = place
        while let place = next {
            if place.chain >= known.count {
                known += repeatElement(0, count: place.chain + 1 - known.count)
            }
            // Whatever is known of a chain is known together with what lies below it.
            guard known[place.chain] < place.number else { return }
            known[place.chain] = place.number
            next = chains[place.chain].base
        }
    }

    private mutating func memberNumber(of member: MemberID) -> UInt16 {
        if let number = memberNumbers[member] { return number }
        invariant(members.count < Int(UInt16.max), "\(members.count) members in one scope")
        members.append(member)
        memberNumbers[member] = UInt16(members.count - 1)
        return UInt16(members.count - 1)
    }

    /// Whether there are numbers left for the chains and members of batches.
    func hasRoom(for growth: Growth) -> Bool {
        let newcomers = growth.members.count { memberNumbers[$0] == nil }
        return members.count + newcomers <= Limits.scopeMembersMax
            && chains.count + growth.chainCount <= Limits.scopeChainsMax
    }

    // MARK: Announcing

    /// The last batch of a chain.
    package func end(of chain: Int) -> BatchReference {
        reference(Place(chain: chain, number: chains[chain].end))
    }

    /// The batch before a place that is in a chain or at its base.
    package func reference(_ place: Place) -> BatchReference {
        let chain = chains[place.chain]
        guard place.number > chain.start else {
            guard let base = chain.base else {
                return BatchReference(chain.hint, number: 0, name: .none)
            }
            return reference(base)
        }
        return reference(ofRow: row(of: place.chain, number: UInt64(place.number)))
    }

    package var versionVector: VersionVector {
        VersionVector(chains.indices.map { end(of: $0) })
    }

    /// The batches 2, 3, 5, 9, … from the end of each chain of a feed, and its base: enough to find where another
    /// history diverges.
    package func points(ofFeedsWithHint hint: FeedHint) -> [BatchReference] {
        chains(withHint: hint).flatMap { number in
            let chain = chains[number]
            var points = chain.base.map { [reference($0)] } ?? []
            var step: UInt32 = 1
            while chain.end > chain.start + step {
                points.append(reference(Place(chain: number, number: chain.end - step)))
                step *= 2
            }
            return points
        }
    }

    package var isEmpty: Bool { batches.isEmpty }
}

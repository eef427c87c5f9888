import PhlistHousehold
import PhlistModel
import PhlistVocabulary
import Testing

@testable import PhlistSimulator

/// Devices that were away for longer than anything is remembered.
struct ReturnScenarioTests {
    private static func change(_ item: String, _ change: ItemChange) -> UserCommand {
        .items(.change([item], change))
    }

    @Test func `return after 14 months: old edits count as what they are, and fourteen months are learnt at once`()
        throws
    {
        var simulation = try Simulation.household(4)
        try simulation.add((0..<40).map { "old \($0)" }, on: 0)
        try simulation.live(1000)
        simulation.isolate(3)
        // Edits that nobody hears of, by a clock that is a day slow.
        simulation.nodes[3].clockOffset -= 86_400_000
        try simulation.add((0..<100).map { "drawer \($0)" }, on: 3)
        for number in 0..<20 {
            try simulation.order(Self.change("old \(number)", ItemChange(note: "from the drawer")), on: 3)
        }
        try simulation.order(Self.change("old 39", ItemChange(title: "old title")), on: 3)
        simulation.turnOff(3, inOrder: true)
        for month in 0..<14 {
            try simulation.live(days: 30)
            let number = month % 3
            try simulation.add((0..<10).map { "month \(month) \($0)" }, on: number)
            try simulation.order(Self.change("old \(month)", ItemChange(isTrashed: true)), on: number)
            try simulation.order(Self.change("old \(20 + month)", ItemChange(isTrashed: true)), on: number)
            simulation.turnOff(number, inOrder: month % 2 == 0)
            try simulation.turnOn(number)
        }
        try simulation.order(Self.change("old 39", ItemChange(title: "new title")), on: 1)
        try simulation.turnOn(3)
        let before = (simulation.coverage.messages, simulation.coverage.bytes)
        simulation.reconnect(3)
        try simulation.live(40_000)
        try simulation.checkConvergence()
        // Some hundred short batches from each side, and what three others tell twice.
        #expect(simulation.coverage.messages - before.0 < 600)
        #expect(simulation.coverage.bytes - before.1 < 200_000)
        try simulation.meetAndCheck()
        for number in 0..<4 {
            let titles = Set(simulation.titles(on: number))
            #expect(titles.isSuperset(of: (0..<100).map { "drawer \($0)" }))
            // An edit that did not know of it beats a removal; what nobody edited stays removed.
            #expect(titles.isSuperset(of: (0..<14).map { "old \($0)" }))
            #expect(titles.isDisjoint(with: (20..<34).map { "old \($0)" }))
            #expect(titles.contains("new title") && !titles.contains("old title"))
            #expect(titles.count == 100 + 140 + 26)
            #expect(simulation.item("old 5", on: number)?.note == "from the drawer")
            #expect(simulation.sharedList(on: number)?.conflicts.count == 1)
        }
    }

    /// What becomes of an item that was purged while somebody was away who had done this to it.
    private enum Touch: CaseIterable {
        case nothing, done, percent, moved, quantity, title, note, restoredAfterOwnTrash

        /// Whatever says something of an item keeps it; how far it is done and where it stands do not.
        var isEdit: Bool {
            switch self {
            case .nothing, .done, .percent, .moved: false
            case .quantity, .title, .note, .restoredAfterOwnTrash: true
            }
        }

        func commands(_ item: String) -> [UserCommand] {
            switch self {
            case .nothing: []
            case .done: [ReturnScenarioTests.change(item, ItemChange(state: .done))]
            case .percent: [ReturnScenarioTests.change(item, ItemChange(percent: 40))]
            case .moved: [.items(.move([item], ItemTarget(anchor: .top)))]
            case .title: [ReturnScenarioTests.change(item, ItemChange(title: "\(item)!"))]
            case .note: [ReturnScenarioTests.change(item, ItemChange(note: "while away"))]
            case .quantity: [ReturnScenarioTests.change(item, ItemChange(quantity: "3"))]
            case .restoredAfterOwnTrash:
                [true, false].map { ReturnScenarioTests.change(item, ItemChange(isTrashed: $0)) }
            }
        }
    }

    /// Whichever side purges, and whoever is heard first, the same items are left, and they are whole.
    @Test(arguments: [true, false])
    func `return after purge: edits are kept whole, and nothing untouched resurrects`(purgesAtHome: Bool) throws {
        var simulation = try Simulation.household(4)
        let kinds = Touch.allCases
        let items = kinds.flatMap { kind in (0..<4).map { "\(kind) \($0)" } }
        try simulation.add(items, on: 0)
        try simulation.live(1000)
        for item in items {
            try simulation.order(Self.change(item, ItemChange(note: "note of \(item)", priority: .high)), on: 1)
        }
        try simulation.live(2000)
        simulation.isolate(3)
        let (editor, purger) = purgesAtHome ? (3, 1) : (1, 3)
        for (number, item) in items.enumerated() {
            for command in kinds[number / 4].commands(item) { try simulation.order(command, on: editor) }
        }
        try simulation.order(.items(.change(items, ItemChange(isTrashed: true))), on: purger)
        try simulation.order(.items(.purge(items)), on: purger)
        // Away for as long as it takes to forget; both are started anew meanwhile.
        simulation.turnOff(3, inOrder: false)
        try simulation.live(days: 400)
        try simulation.turnOn(3)
        // What stands below what was purged, and what is listed as purged, is nobody's loss.
        simulation.forgetAcknowledged()
        try simulation.meetAndCheck()
        let kept = kinds.filter(\.isEdit).flatMap { kind in
            (0..<4).map { "\(kind) \($0)" + (kind == .title ? "!" : "") }
        }
        for number in simulation.nodes.indices {
            #expect(simulation.titles(on: number) == kept.sorted())
            for item in simulation.sharedList(on: number)?.items ?? [] {
                #expect(item.priority == .high && !item.note.isEmpty && !item.place.key.isEmpty)
            }
        }
        try simulation.checkStates()
        #expect(simulation.coverage[.purgeBesideEdit] > 0)
        // Nothing comes back later either.
        for number in simulation.nodes.indices {
            simulation.turnOff(number, inOrder: number % 2 == 0)
            try simulation.turnOn(number)
        }
        try simulation.meetAndCheck()
        #expect(simulation.titles(on: 2) == kept.sorted())
    }
}

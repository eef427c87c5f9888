import PhlistHousehold
import PhlistModel
import Testing

@testable import PhlistSimulator

/// A tablet of Anna's that gets her diary while others are connected to it: what it may not tell them it never tells.
///
/// Every message is judged by the witness, which knows what Anna has said and to whom.
struct RelayTests {
    /// Anna's laptop and tablet, and machines of other people.
    private static let (laptop, tablet, ben, carl) = (0, 1, 2, 3)

    /// A household of three to five devices: the last one has yet to be let in, where there are more than three.
    private static func household(of devices: Int) throws -> Simulation {
        try Simulation.household(devices, users: [tablet: .person(of: laptop)], lateJoins: devices > 3 ? 1 : 0)
    }

    /// What Anna does with the diary while her tablet is off: hidden and shown again three times, and hidden at last.
    private static func writeDiary(_ count: Int, isEverybodys: Bool, in simulation: inout Simulation) throws {
        try simulation.order(.lists(.create(NewList(title: "Diary", isPrivate: !isEverybodys))), on: laptop)
        for round in 0..<3 {
            let titles = (0..<max(1, count / 3)).map { "day \(round) \($0)" }
            for start in stride(from: 0, to: titles.count, by: 1000) {
                let part = Array(titles[start..<min(start + 1000, titles.count)])
                try simulation.order(.items(.add(NewItems(list: "Diary", titles: part))), on: laptop)
            }
            try simulation.order(.sharing(word(toShow: true, isEverybodys)), on: laptop)
            try simulation.live(500)
            try simulation.order(.sharing(word(toShow: false, isEverybodys)), on: laptop)
            try simulation.live(500)
            try admitAndRemove(round, in: &simulation)
        }
    }

    /// A word that opens the diary to Ben or to everybody, or closes it again.
    private static func word(toShow: Bool, _ isEverybodys: Bool) -> SharingCommand {
        guard !isEverybodys else { return .show("Diary", toEverybody: toShow) }
        return toShow ? .share("Diary", with: ["user2"]) : .unshare("Diary", with: ["user2"])
    }

    /// In the first round somebody new is let in; in the last one Carl's device is removed, where there is one.
    private static func admitAndRemove(_ round: Int, in simulation: inout Simulation) throws {
        switch round {
        case 0:
            guard let number = simulation.outsiders.min() else { return }
            _ = try simulation.join(number, by: laptop, sharesLists: false)
        case 2 where simulation.nodes.count > 4:
            let device = simulation.nodes[carl].device.description
            try simulation.order(.devices(.remove(device)), on: laptop)
        default: break
        }
        try simulation.live(500)
    }

    /// The history of one diary, with a power cut of the tablet after so many effects of catching up.
    ///
    /// - Returns: Whether the power went off before it had caught up.
    private static func history(
        devices: Int,
        items: Int,
        isEverybodys: Bool,
        crashAfter effects: Int
    ) throws -> Bool {
        var simulation = try household(of: devices)
        simulation.turnOff(tablet, inOrder: true)
        try writeDiary(items, isEverybodys: isEverybodys, in: &simulation)
        try simulation.restart(tablet)
        simulation.nodes[tablet].effectsUntilCrash = effects
        try simulation.live(8000)
        let hasCrashed = simulation.coverage[.crashInTurn] > 0
        // Only the tablet is left to tell the others anything.
        simulation.turnOff(laptop, inOrder: true)
        try simulation.live(20_000)
        try simulation.settle()
        try simulation.check()
        #expect(simulation.list("Diary", on: tablet)?.items.count == max(1, items / 3) * 3)
        // What Ben had while it was everybody's he keeps, as it was.
        #expect(isEverybodys || simulation.list("Diary", on: ben) == nil)
        return hasCrashed
    }

    @Test(arguments: [3, 4, 5], [true, false])
    func `a tablet that loses its power between any two steps of catching up tells nobody of a diary`(
        devices: Int,
        isEverybodys: Bool
    ) throws {
        var effects = 0
        while try Self.history(devices: devices, items: 9, isEverybodys: isEverybodys, crashAfter: effects) {
            effects += 1
        }
        #expect(effects > 20)
    }

    @Test(arguments: [true, false])
    func `a diary of twenty thousand items is told nobody by a tablet that loses its power on the way`(
        isEverybodys: Bool
    ) throws {
        for effects in [5, 20, 35, 50] {
            let hasCrashed = try Self.history(
                devices: 4,
                items: 20_000,
                isEverybodys: isEverybodys,
                crashAfter: effects
            )
            #expect(hasCrashed)
        }
    }
}

import PhlistTestKit
import Testing

@testable import PhlistModel

/// The list against the oracle that keeps everything.
struct HistoryTests {
    @Test(arguments: 0..<12)
    func `five hundred histories end as the oracle says, on every device and in every order`(part: Int) throws {
        for seed in 0..<500 {
            var history = try History(seed: UInt64(part * 500 + seed))
            history.exchangeAll()
            let heard = history.stateInRandomOrder()
            let states = history.devices.map(\.state) + [heard]
            for state in states {
                let problem = Self.difference(state, history.oracle)
                guard problem == nil, state.versionVector == heard.versionVector else {
                    Issue.record("seed \(part * 500 + seed): \(problem ?? "vectors differ")")
                    return
                }
            }
        }
    }

    /// What a list shows otherwise than the oracle.
    private static func difference(_ state: ScopeState, _ oracle: HistoryOracle) -> String? {
        guard let list = state.list else { return "no list" }
        for register in oracle.registers {
            let field = state.entry(of: register.entity)?[register.field]
            let expected = oracle.siblings(of: register)
            let shown = expected.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
            guard Set(field?.siblings ?? []) == expected, field?.shown == shown else { return "\(register)" }
            let entry = state.entry(of: register.entity)
            let acts = oracle.acts(of: register.entity)
            guard entry?.created == acts.created, entry?.updated == acts.updated else {
                return "acts of \(register.entity)"
            }
        }
        let count = state.table.entities.reduce(0) { $0 + (state.entry(of: $1)?.fields.count ?? 0) }
        guard count == oracle.registers.count else { return "\(count) registers" }
        guard state.digest == oracle.digest else { return "digest" }
        return lifeDifference(list, oracle)
    }

    /// An edit beats a concurrent delete in a list; for the list itself the trash wins.
    private static func lifeDifference(_ list: ListState, _ oracle: HistoryOracle) -> String? {
        for item in list.items {
            let lives = oracle.siblings(of: .init(entity: item.entity, field: .life)).map(\.value)
            guard item.isTrashed == !lives.contains([Life.alive.rawValue]) else { return "life of \(item.entity)" }
        }
        let lives = oracle.siblings(of: .init(entity: .root, field: .life)).map(\.value)
        guard list.isTrashed == lives.contains([Life.dead.rawValue]) else { return "life of the list" }
        return nil
    }
}

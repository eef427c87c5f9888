import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What arrives while much else does.
struct TurnTests {
    @Test(arguments: [false, true])
    func `of twenty lists of which the last push was lost one comparison brings all`(together: Bool) throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        for number in 0..<20 {
            anna.give(.user(.lists(.create(NewList(title: "list \(number)"))), anna.principal))
            anna.give(anna.add("first", to: "list \(number)"))
        }
        home.connect(0, 1)
        home.isLost = { $0.batchesScope != nil }
        for number in 0..<20 {
            anna.give(anna.add("second", to: "list \(number)"))
            ben.give(ben.add("of Ben", to: "list \(number + 5)"))
        }
        home.settle()
        home.isLost = { _ in false }
        home.deliversTogether = together
        home.compareAgain()
        #expect(try home.difference() == nil)
        for number in 0..<20 {
            #expect(ben.titles(in: "list \(number)").contains("second"))
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `however much arrives in one turn, it is as if it came one by one`(seed: UInt64) throws {
        let home = try Home.household(of: "anna", "ben", "carl")
        home.deliversTogether = true
        home.random = .init(seed: seed)
        for number in home.devices.indices { home.open(number, to: (number + 1) % 3) }
        for round in 0..<20 {
            let device = home.devices[round % 3]
            device.give(device.add("item \(round)", to: "Shopping"))
            if round % 4 == 3 { home.settleInTrips(atMost: 2) }
        }
        home.settle()
        home.compareAgain()
        #expect(try home.difference() == nil)
        #expect(home.devices[0].titles(in: "Shopping").count == 21)
    }
}

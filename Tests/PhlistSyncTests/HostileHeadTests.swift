import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Heads that their authors have not signed: whoever brought them pays, and nobody else.
struct HostileHeadTests {
    private static let (honest, hostile) = (ConnectionID(rawValue: 50_000), ConnectionID(rawValue: 50_001))

    private static func forged(_ batch: NamedBatch) -> SignedHead {
        SignedHead(number: batch.header.number, name: batch.name, signature: [1, 2, 3])
    }

    /// Carl's batches come from Ben and wait for one of Ben's; Mallory says that Carl has signed what he has not.
    @Test func `forged heads for an honest author close the connection that brought them, and drop nothing else`()
        throws
    {
        let home = try Home.household(of: "anna", "ben", "carl", "mallory")
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[3])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var (bens, carls) = (Forger(ben, in: scope), Forger(home.devices[2], in: scope))
        let missing = bens.write("missing", item: 70, knowing: anna.ends(in: scope))
        carls.write("one", item: 71, knowing: [missing.reference])
        carls.write("two", item: 72, after: carls.batches[0].reference)
        carls.write("three", item: 73, after: carls.batches[1].reference)
        anna.accept(ben.id, as: Self.honest)
        anna.accept(mallory.id, as: Self.hostile)
        anna.hear(carls.message(Array(carls.batches[..<2]), heads: []), on: Self.honest)
        anna.hear(carls.message([], heads: [Self.forged(carls.batches[1])]), on: Self.hostile)
        #expect(anna.closed == [Self.hostile: .badSignature])
        anna.hear(carls.message(Array(carls.batches[2...])), on: Self.honest)
        #expect(anna.replica.waitingBatchCountMax == 3)
        anna.hear(bens.message(), on: Self.honest)
        #expect(Set(anna.titles(in: "Shopping")).isSuperset(of: ["missing", "one", "two", "three"]))
        #expect(anna.replica.waitingBatchCountMax == 0)
    }

    /// Nobody here knows Dora when her batch comes, with a forged head from Mallory and then with hers from Ben.
    @Test func `a head that is checked when its author becomes known closes the connection that brought it`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, dora) = (home.devices[0], try Device("dora"))
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var doras = Forger(dora, in: scope)
        let batch = doras.write("doughnuts", item: 70, knowing: anna.ends(in: scope))
        anna.accept(home.devices[1].id, as: Self.honest)
        anna.accept(home.devices[2].id, as: Self.hostile)
        anna.hear(doras.message(heads: [Self.forged(batch)]), on: Self.hostile)
        anna.hear(doras.message(), on: Self.honest)
        #expect(anna.closed.isEmpty && !anna.titles(in: "Shopping").contains("doughnuts"))
        anna.give(.admitDevice(try dora.replica.newDevice()))
        #expect(anna.closed == [Self.hostile: .badSignature])
        #expect(anna.titles(in: "Shopping").contains("doughnuts"))
    }
}

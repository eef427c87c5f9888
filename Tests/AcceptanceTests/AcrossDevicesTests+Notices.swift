import Testing

/// What no field shows as a conflict, and is told all the same.
extension AcrossDevicesTests {
    @Test func `an amount that one sets while another one ticks is told until it is opened or cleared`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "eggs", "--qty", "6").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann.shell("phlistctl -q edit eggs --qty 10; phlistctl -q edit milk --qty '2 l'").check() },
            { try ben("done", "eggs", "milk").check() }
        )
        for home in homes {
            for (title, amount) in [("eggs", "10"), ("milk", "2 l")] {
                let told = "ann set \(title) in Shopping to \(amount) while ben completed it: phlistctl undone "
                try home("conflicts").check(says: told)
            }
        }
        try ben("undone", "eggs").check()
        try ann("list", "clear-done", "Shopping").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
        try ben("ls").check(says: "eggs")
    }

    @Test func `resolve is completed with what has a conflict, and with nothing else`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "add", "Shopping", "mint").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("edit", "milk", "--note", "fresh").check() },
            { try ben("edit", "milk", "--note", "whole").check() }
        )
        for home in homes { #expect(try CompletionTests.offers(home, "resolve", "mi") == ["milk"]) }
    }

    @Test func `what one moves and another one removes stays, and is told until it is changed or removed`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip")
        try ann("-q", "add", "Shopping", "soap").check()
        try ann.meet()
        try Self.apart(
            homes,
            { try ann("mv", "milk", "soap", "Trip").check() },
            { try ben("rm", "milk", "soap").check() }
        )
        for home in homes {
            for title in ["milk", "soap"] {
                let told = "ben took \(title) out of Shopping while ann moved it to Trip, where it stays; "
                try home("conflicts").check(says: told + "if it is to go: phlistctl rm ")
            }
        }
        try ann("rm", "Trip/milk").check()
        try ben("edit", "Trip/soap", "--note", "the green one").check()
        for home in homes { try home.meet() }
        for home in homes { try home("conflicts").check(says: "no conflicts") }
    }
}

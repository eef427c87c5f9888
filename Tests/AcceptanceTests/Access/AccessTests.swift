import Testing

/// Who may do what: every command in every role, before and after a device has heard that its role has changed.
struct AccessTests {
    @Test func `every command does in every role what the page on access says`() async throws {
        let household = try AccessHousehold()
        try household.prepare()
        try await household.actTogether()
        try await household.actApart()
        for cell in AccessCell.all(AccessHousehold.roles) {
            let outcome = try #require(household.outcomes[cell])
            #expect(outcome == cell.expected, "\(cell.role): phlistctl \(cell.words(cell.row.command))")
        }
        #expect(try AccessDocument(household.outcomes).difference() == nil)
        // What a gate shows: nobody is to think that these were run.
        if !AccessHousehold.isRoot {
            print("left out of docs/access.md: the roles that need another uid, which root can take")
        }
    }
}

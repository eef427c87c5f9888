import Testing

/// The web page of an item, where it meets everything else that happens to items.
extension MeetingTests {
    @Test func `the web page of an item goes wherever the item goes`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let stove = "https://example.org/stove?size=2&colour=red"
        try ann("-q", "list", "new", "Camping")
        try ann("-q", "add", "Camping", "stove", "--url", stove)
        try ben.expect(stove, from: "show", "stove")
        try ben("find", "size=2").check(says: "stove")
        try ben("ls", "Camping", "--long").check(says: stove)
        try ann("edit", "stove", "--url", "javascript:alert(1)").check(65, says: "is not the address of a web page")
        try ben("edit", "stove", "--url", "").check(says: "no url")
        try ann.expect(stove, false, from: "show", "stove")
        try ben("undo").check(says: "url of stove back to \(stove)")
        try ann.expect(stove, from: "show", "stove")
        try ann("-q", "list", "new", "Trip")
        try ann("mv", "stove", "Trip", "--yes").check()
        try ann("show", "Trip/stove").check(says: stove)
        try ann("history", "Trip", "--json").check(says: #""field":"url""#)
    }

    @Test func `the location of an item goes wherever the item goes`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Errands")
        try ann("add", "Errands", "stamps", "--location", "Post office\n Gartenweg 1")
            .check(says: "Post office, Gartenweg 1")
        try ben.expect("Post office, Gartenweg 1", from: "show", "stamps")
        try ben("find", "gartenweg").check(says: "stamps")
        try ben("ls", "Errands", "--long").check(says: "Post office, Gartenweg 1")
        try ben("edit", "stamps", "--location", "").check(says: "no location")
        try ben("undo").check(says: "location of stamps back to Post office, Gartenweg 1")
        try ann("-q", "done", "stamps").check()
        try ann("add", "Errands", "Stamps").check(says: "again")
        try ann("show", "stamps").check(says: "Post office, Gartenweg 1")
        let calendar = try ann("export", "Errands", "--format", "ics").output
        #expect(calendar.contains("LOCATION:Post office\\, Gartenweg 1"))
        try ann("-q", "add", "Errands", "parcel").check()
        try ann("merge", "parcel", "stamps").check()
        try ben.expect("Post office, Gartenweg 1", from: "show", "parcel")
    }

    @Test func `the web page of an item comes back from a backup`() throws {
        let (home, restored) = (try Home.called("ann"), try Home())
        let stove = "https://example.org/stove?size=2&colour=red"
        try home("-q", "add", "stove", "--url", stove)
        try home("backup", "kept").check()
        try restored("restore-backup", "\(home.directory)/kept").check(says: "1 item")
        try restored("show", "stove").check(says: stove)
        try restored("find", "size=2").check(says: "stove")
        try restored.daemon.restart()
        try restored("export", "Shopping", "--format", "json").check(says: stove)
    }

    @Test func `two web pages written apart are a conflict that is settled with one`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Camping")
        try ann("-q", "add", "Camping", "stove")
        try ben.expect("stove", from: "ls", "Camping")
        try ben.daemon.stop()
        try ann("-q", "edit", "stove", "--url", "https://a.example/")
        try ann.daemon.stop()
        try ben.daemon.start()
        try ben("-q", "edit", "stove", "--url", "https://b.example/")
        try ann.daemon.start()
        try ann.expect("url", from: "conflicts")
        try ann("resolve", "stove", "url", "ftp://c.example/").check(65, says: "is not the address of a web page")
        try ann("resolve", "stove", "url", "https://c.example/").check(says: "is now https://c.example/")
        try ben.expect("https://c.example/", from: "show", "stove")
    }
}

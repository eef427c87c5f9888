import Testing

/// A household's shopping, from the first item to an empty list, with the programs as they are installed.
struct ShoppingTests {
    @Test func `the first item makes the list, and a tick takes the item out of sight and back`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl add milk
            made the list Shopping
            added "milk" to Shopping (<1>)
            $ phlistctl add 'oat flakes'
            added "oat flakes" to Shopping (<2>)
            $ phlistctl ls
            Shopping
              [ ] <1>  milk
              [ ] <2>  oat flakes
            $ phlistctl done milk
            done: milk
            $ phlistctl ls
            Shopping
              [ ] <2>  oat flakes
            $ phlistctl ls --all
            Shopping
              In Progress
                [ ] <2>  oat flakes
              Completed
                [x] <1>  milk  done today
            $ phlistctl undone <1>
            open again: milk
            $ phlistctl
            In Progress
              Shopping  0 %  2 open
            """
        )
    }

    @Test func `what was removed comes back as it was`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk
            <1>
            $ phlistctl rm milk
            removed: milk (back with: phlistctl restore <1>)
            $ phlistctl ls
            ! nothing open
            $ phlistctl restore <1>
            restored: milk in Shopping (<1>)
            $ phlistctl show milk
            [ ] milk
              id       <1> (<1>)
              list     Shopping
              state    open
              added    <now> by <me>
              changed  <now> by <me>
            """
        )
    }

    @Test func `each list has its own items`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl list new Garden
            made the list Garden
            $ phlistctl list new 'Rue Monge'
            made the list Rue Monge
            In Progress
              Garden     –  nothing open
              Rue Monge  –  nothing open
            $ phlistctl add Garden weed water
            added "weed" to Garden (<1>)
            added "water" to Garden (<2>)
            $ printf 'oat milk\\n\\n  bread \\n' | phlistctl add 'rue monge' -
            added "oat milk" to Rue Monge (<3>)
            added "bread" to Rue Monge (<4>)
            $ phlistctl ls 'Rue Monge'
            Rue Monge
              [ ] <3>  oat milk
              [ ] <4>  bread
            """
        )
    }

    @Test func `a list that is not there is refused and nothing is added`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl add oat milk
            ! phlistctl: no list "oat". One item with spaces needs quotes: phlistctl add "oat milk"
            ! or make the list: phlistctl list new oat
            exit 66
            $ phlistctl
            ! Nothing here yet. To begin:
            !   phlistctl member me NAME  says who you are
            !   phlistctl add milk        puts milk on the list Shopping
            !   phlistctl ls              shows what is open
            !   phlistctl pair            lets another device of the household join
            !   phlistctl join            joins the household of another device
            """
        )
    }

    @Test func `the name of a list without an item is added as an item, and the way to the list is told`() throws {
        let home = try Home()
        for list in ["Garden tools", "Shopping"] { try home("-q", "list", "new", list).check() }
        try home("list", "default", "Shopping").check()
        try home.session(
            """
            $ phlistctl add 'garden tools'
            added "garden tools" to Shopping (<3>)
            ! Garden tools is a list; to add to it: phlistctl add "Garden tools" TEXT
            $ phlistctl add Shopping
            added "Shopping" to Shopping (<4>)
            $ phlistctl add Shopping 'garden tools' -q
            <3>
            """
        )
    }

    @Test func `text that several items have is refused with all of them`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk
            <1>
            $ phlistctl -q add 'oat milk'
            <2>
            $ phlistctl done ilk
            ! phlistctl: "ilk" matches 2 items
            ! name one by its id
            !   <1>  Shopping/milk
            !   <2>  Shopping/oat milk
            exit 64
            $ phlistctl done <2>
            done: oat milk
            """
        )
    }

    @Test func `a restart and a power cut lose nothing`() throws {
        let home = try Home()
        try home("add", "milk").expect(0, "made the list Shopping", #"added "milk" to Shopping (<1>)"#)
        try home.daemon.restart()
        try home("done", "<1>").expect(0, "done: milk")
        try home.daemon.crash()
        try home.daemon.start()
        try home("ls", "--all").expect(0, "Shopping", "  Completed", "    [x] <1>  milk  done today")
    }

    @Test func `what was bought before is added again as it was, in whatever spelling`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl add milk --qty "2 l" --note "the blue one"
            made the list Shopping
            added "milk" to Shopping (<1>), 2 l, with a note
            $ phlistctl section add Shopping Dairy
            added the section Dairy to Shopping
            $ phlistctl mv milk Shopping/Dairy
            moved: milk to Shopping/Dairy (<1>)
            $ phlistctl add Shopping Mílk bread
            added "bread" to Shopping (<2>)
            "milk" is already open in Shopping (<1>)
            $ phlistctl add MILK --qty +1
            "milk" is already open in Shopping (<1>), 3 l (was 2 l)
            $ phlistctl done milk
            done: milk
            $ phlistctl list clear-done Shopping
            removed 1 item from Shopping (back with: phlistctl undo)
            $ phlistctl add -n MILK --qty 1
            added "milk" to Shopping/Dairy again (<1>), 1 l
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl add MILK --qty 1
            added "milk" to Shopping/Dairy again (<1>), 1 l
            $ phlistctl show milk | grep blue
              the blue one
            $ phlistctl undo
            removed: milk
            $ phlistctl redo
            back again: milk
            open again: milk
            quantity of milk back to 1 l
            """
        )
    }

    @Test func `what was bought is known with its photo after a backup, and on another machine`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        let restored = try Home()
        try ann("-q", "list", "new", "Market")
        try ann("-q", "add", "Market", "cocoa", "--qty", "2 l")
        try PhotoTests.makePicture("cow.jpg", ann)
        try ann("-q", "photo", "set", "cocoa", "\(ann.directory)/cow.jpg").check()
        // The photo itself, not only its name.
        try ben.expect("cocoa  2 l  ▣", from: "ls", "Market")
        try ben("-q", "done", "cocoa").check()
        try ann.expect("done today", from: "ls", "Market", "--all")
        try ann("backup", "kept").check()
        try restored("restore-backup", "\(ann.directory)/kept").check()
        for home in [ben, restored] {
            try home("add", "Market", "Cocoa", "--qty", "3").check(says: #"added "cocoa" to Market again"#)
            try home("ls", "Market").check(says: "3 l  ▣")
        }
        try ann.expect("3 l  ▣", from: "ls", "Market")
        try ann("history", "Market").check(says: "opened cocoa again")
    }

    @Test func `words at the end of an item are its fields, unless they are to be a part of the title`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member add ben
            made the member ben
            $ phlistctl list new Shopping -q | wc -l
            1
            $ phlistctl add Shopping "milk 2 l #dairy @ben 2030-11-29 !" "film: Route 66" "mail @bob"
            added "milk" to Shopping (<1>), due Fri 29 Nov 2030, 2 l, high priority, @ben, #dairy
            added "film: Route 66" to Shopping (<2>)
            added "mail @bob" to Shopping (<3>)
            ! no member "bob": @bob is kept as text
            $ phlistctl undo -q | wc -l
            3
            $ phlistctl add Shopping --literal "milk 2 l"
            added "milk 2 l" to Shopping (<4>)
            $ PHLIST_QUICK_ENTRY=off phlistctl add Shopping "eggs x6"
            added "eggs x6" to Shopping (<5>)
            $ echo "cream 1 l" | phlistctl add Shopping -
            added "cream 1 l" to Shopping (<6>)
            $ phlistctl add Shopping "salt 1 kg" "Salt 2 kg"
            added "salt" to Shopping (<7>), 3 kg
            """
        )
    }

    @Test func `without phlistd one line says how to start it`() throws {
        let home = try Home()
        try home.daemon.stop()
        try home.session(
            """
            $ phlistctl ls
            ! phlistctl: phlistd is not running (no socket at <home>/control.sock); \
            try: phlistd --socket <home>/control.sock
            exit 69
            """
        )
    }

    @Test func `a thousand items go in and come out at once`() throws {
        let home = try Home()
        let titles = (1...1000).map { "thing number \($0) \(String(repeating: ".", count: 100))" }
        let added = try home("-q", "add", "-", input: titles.map { "\($0)\n" }.joined())
        #expect(added.transcript == (1...1000).map { "<\($0)>" })
        let listed = try home("ls", "--plain")
        #expect(listed.transcript == zip(1..., titles).map { "<\($0)>\topen\tShopping\t\($1)\t\t\t\t\t\t" })
    }

    @Test func `watch tells another program of every change until Ctrl-C`() throws {
        let home = try Home()
        let watch = try home.terminal("watch", "--json")
        try watch.expect(#""event":"ready""#)
        try home("add", "milk")
        try watch.expect(#""event":"item-added""#)
        try watch.expect(#""title":"milk""#)
        try home("done", "milk")
        try watch.expect(#""state":"done""#)
        try watch.interrupt()
        #expect(try watch.wait() == 130)
    }
}

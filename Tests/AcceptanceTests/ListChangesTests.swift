import Testing

/// Lists as they are made, changed, copied and removed.
struct ListChangesTests {
    @Test
    func
        `S0.32 S0.33 S0.34 S0.35 S0.36 S0.39 S0.45 S0.46 S0.51 a list is made with all its details`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ printf 'tent and stove\\nask Ben' | phlistctl list new Camping --due 2030-07-01 --desc - --sort name
            made the list Camping, due Mon 1 Jul 2030
            $ phlistctl list show camping
            Camping
              tent and stove
              ask Ben
              id        <1>
              state     in progress
              due       Mon 1 Jul 2030
              items     none
              sharing   everybody
              owner     <me>
              shown     by name, without what is done
              removing  items can be removed
              made      <now>
              changed   <now>
            $ phlistctl list new Gifts --private
            made the list Gifts, private
            In Progress
              Camping          –  due 1 Jul 2030  nothing open
              Gifts (private)  –                  nothing open
            $ phlistctl list ls Gifts
            In Progress
              <2>  Gifts (private)  –  nothing open
            """
        )
    }

    @Test func `a list leaves the trash for good after a question, and comes back by nothing`() throws {
        let home = try Home()
        try home("list", "new", "Party").check()
        try home.session(
            """
            $ phlistctl add Party cake candles
            added "cake" to Party (<1>)
            added "candles" to Party (<2>)
            $ phlistctl list purge Party --yes
            ! phlistctl: Party is not in the trash
            ! what is in the trash can be removed for good; put it there first: phlistctl list rm
            exit 65
            $ phlistctl list rm Party
            removed: Party (back with: phlistctl list restore Party)
            $ phlistctl list purge --older 1d --yes
            ! nothing to remove
            $ phlistctl list purge Party --dry-run
            removed for good: Party
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl list purge Party
            !   Party, 2 items
            ! phlistctl: cannot ask without a terminal: remove this list for good? This cannot be undone.
            ! add --yes
            exit 64
            $ phlistctl list purge Party --yes
            removed for good: Party
            $ phlistctl list ls --all
            ! no lists yet; make one with: phlistctl list new Shopping
            $ phlistctl list restore Party
            ! phlistctl: no list "Party"
            ! see phlistctl list ls, or make it: phlistctl list new Party
            exit 66
            $ phlistctl undo
            ! phlistctl: the last thing you did, permanently removing something from Party, cannot be undone
            ! to undo what you did in one list: phlistctl undo LIST
            exit 66
            """
        )
        let answering = try home.terminal("list", "purge", "--older", "0d")
        try answering.expect("nothing to remove")
        #expect(try answering.wait() == 0)
    }

    @Test func `letters told for an item name it until it is in the trash`() throws {
        let home = try Home()
        try home("list", "new", "Shopping").check()
        try home.session(
            """
            $ phlistctl add milk
            added "milk" to Shopping (<1>)
            $ seq 300 | sed 's/^/thing /' | phlistctl -q add Shopping - | wc -l
            300
            $ phlistctl done <1>
            done: milk
            $ phlistctl done <1>
            already done: milk
            """
        )
    }

    @Test func `S0.31 S0.41 items and lists have the same states, and are added in the same words`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl list new Garden
            made the list Garden
            $ phlistctl add Garden weed
            added "weed" to Garden (<1>)
            $ phlistctl done weed
            done: weed
            $ phlistctl list done Garden
            completed: Garden
            $ phlistctl list reopen Garden
            in progress again: Garden
            $ phlistctl list cancel Garden
            cancelled: Garden
            $ phlistctl list cancel Garden
            already cancelled: Garden
            """
        )
    }

    @Test func `S0.37 a dry run, and a form that is left, change nothing`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl --dry-run list new Garden --due 2030-07-01
            made the list Garden, due Mon 1 Jul 2030
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl list ls
            ! no lists yet; make one with: phlistctl list new Shopping
            """
        )
        try home("list", "new", "A")
        try home("list", "new", "B")
        try home("add", "A", "a")
        let before = try home("list", "ls", "--json").output
        let changes = [
            ["list", "edit", "A", "--title", "x"], ["list", "rm", "A"], ["list", "merge", "A", "B"],
            ["list", "copy", "A"], ["list", "default", "A"], ["list", "view", "A", "--sort", "name"],
            ["list", "deletion", "A", "cancel-only"], ["list", "done", "A"], ["section", "add", "A", "s"],
        ]
        for change in changes {
            #expect(try home.shell("phlistctl -n \(change.joined(separator: " "))").status == 0)
            #expect(try home("list", "ls", "--json").output == before)
        }
    }

    @Test func `S0.42 the first change makes the caller a member, who then owns his lists`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl status | grep ^you
            you        nobody yet; to say who you are: phlistctl member me NAME
            $ phlistctl list new Garden
            made the list Garden
            $ phlistctl status | grep ^you
            you        <me>
            $ phlistctl list show Garden | grep owner
              owner     <me>
            """
        )
    }

    @Test func `S0.44 title, description and due date of a list are edited, each alone`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl list new Gardn
            made the list Gardn
            $ phlistctl list edit Gardn --title Garden --due 2030-07-01
            changed: Garden, due Mon 1 Jul 2030
            $ phlistctl list edit Garden --desc 'with the hedge'
            changed: Garden, due Mon 1 Jul 2030
            $ phlistctl list edit Garden --due none
            changed: Garden, no due date
            $ phlistctl list edit Garden --due none
            nothing to change: Garden
            $ phlistctl list rename garden 'Rue Monge'
            renamed Garden to Rue Monge
            $ phlistctl list show 'rue monge' | head -2
            Rue Monge
              with the hedge
            """
        )
    }

    @Test func `S4.11 a list is removed, stays under --all, is found by its name and comes back whole`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q list new Garden
            <1>
            $ phlistctl add Garden weed
            added "weed" to Garden (<2>)
            $ phlistctl list rm Garden
            removed: Garden (back with: phlistctl list restore Garden)
            $ phlistctl list rm Garden
            already removed: Garden
            $ phlistctl ls
            ! nothing open
            $ phlistctl list ls --all
            In the Trash
              <1>  Garden  0 %  1 open
            $ phlistctl list restore garden
            restored: Garden, 1 item
            $ phlistctl ls
            Garden
              [ ] <2>  weed
            """
        )
    }

    @Test func `two lists may have one name, and say so`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q list new Garden
            <1>
            $ phlistctl list new garden 2>said | head -1
            made the list garden
            $ sed 's/ merge .*/ merge/' said
            there is another list Garden (<1>, everybody); to make one of them: phlistctl list merge
            $ phlistctl list show GARDEN 2>&1 | head -2 | sed 's/ merge .*/ merge/'
            phlistctl: "GARDEN" matches 2 lists
            name one by its id, or make one list of them: phlistctl list merge
            $ sed 's/.*them: //' said | sh | tail -1
            removed: garden (all of it back with: phlistctl undo)
            """
        )
    }

    @Test func `each person chooses where a bare add goes`() throws {
        let home = try Home()
        for list in ["Garden", "Shopping"] { try home("list", "new", list) }
        try home.session(
            """
            $ phlistctl list default garden
            items go to Garden when no list is named
            $ phlistctl add weed
            added "weed" to Garden (<1>)
            $ phlistctl | grep Garden
              Garden (default)  0 %  1 open
            $ phlistctl list default none
            items go to the only list, or to Shopping when no list is named
            $ phlistctl add milk
            added "milk" to Shopping (<2>)
            """
        )
    }

    @Test func `S1.24 each person chooses whether a list shows what is completed, and how it is sorted`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann.session(
            """
            $ phlistctl -q add Shopping eggs bread >/dev/null
            $ phlistctl -q done milk >/dev/null
            $ phlistctl list view shopping --mine --show-done yes --sort name
            Shopping is shown in the order that you give it, without what is done; to you by name, with what is done
            $ phlistctl ls --plain | cut -f2,4
            open\tbread
            open\teggs
            done\tmilk
            $ phlistctl list view Shopping --show-done no
            Shopping is shown in the order that you give it, without what is done; to you by name, with what is done
            """
        )
        try ann.meet()
        try ben("ls").check(says: "eggs")
        #expect(try !ben("ls").output.contains("milk"))
        try ann.daemon.stop()
        try ann.daemon.start()
        try ann("ls").check(says: "Completed")
        try ann("undo").check(says: "milk")
        try ann.session(
            """
            $ phlistctl list view Shopping --reset
            Shopping is shown in the order that you give it, without what is done
            """
        )
        let tried = try ann("list", "view", "Shopping", "--mine", "--sort", "due", "--dry-run")
        tried.check(says: "without what is done; to you by due, without what is done")
        try ann("list", "view", "Shopping").check(says: "Shopping is shown in the order that you give it")
        try ann("list", "view", "Shopping", "--mine").check(
            64,
            says: "--mine needs a choice, such as --sort or --show-done"
        )
    }

    @Test func `S0.28 a list that allows cancelling only names the other command`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk
            <1>
            $ phlistctl list deletion Shopping cancel-only
            items of Shopping can be cancelled, not removed
            $ phlistctl rm milk
            ! phlistctl: Shopping allows cancelling only; try: phlistctl cancel <1>
            ! its owner allows removing with: phlistctl list deletion Shopping allowed
            exit 77
            $ phlistctl cancel <1>
            cancelled: milk
            $ phlistctl list clear-done Shopping
            ! phlistctl: Shopping allows cancelling only; try: phlistctl cancel <1>
            ! its owner allows removing with: phlistctl list deletion Shopping allowed
            exit 77
            $ phlistctl list deletion Shopping allowed
            items of Shopping can be removed
            $ phlistctl list clear-done Shopping
            removed 1 item from Shopping (back with: phlistctl undo)
            """
        )
    }

    @Test func `how a list is shown is stored in the list and outlives a restart`() throws {
        let home = try Home()
        try home("list", "new", "Garden")
        try home("list", "view", "Garden", "--sort", "due", "--show-done", "yes")
            .expect(0, "Garden is shown by due, with what is done")
        try home("list", "view", "Garden", "--reverse", "yes")
            .expect(0, "Garden is shown by due, reversed, with what is done")
        try home.daemon.restart()
        try home("list", "view", "Garden").expect(0, "Garden is shown by due, reversed, with what is done")
    }

    // MARK: Copying

    @Test func `a template gives a list whose items are all open, a copy one that is the same`() throws {
        let home = try Home()
        try home("list", "new", "Camping")
        try home("add", "Camping", "tent", "stove")
        try home("done", "Camping/tent")
        try home.session(
            """
            $ phlistctl list new Summer --template camping
            made the list Summer, 2 items
            In Progress
              Camping  50 %  1 open
              Summer   0 %   2 open
            $ phlistctl list copy Camping
            made the list Camping (copy), 2 items
            $ phlistctl list copy Camping Winter --reset
            made the list Winter, 2 items
            $ phlistctl list ls --plain | cut -f 5,6,9 | sort
            1\t1\tCamping
            1\t1\tCamping (copy)
            2\t0\tSummer
            2\t0\tWinter
            $ phlistctl list done Camping
            completed: Camping (1 item is still open)
            $ phlistctl list copy Camping Autumn
            made the list Autumn, 2 items
            ! the copy is completed, as the list is; to copy it with everything open: --reset
            """
        )
    }

    @Test func `a merge leaves one list, with what is open in both once`() throws {
        let home = try Home()
        for list in ["Shopping", "Groceries"] { try home("list", "new", list) }
        try home("add", "Shopping", "milk", "bread")
        try home("add", "Groceries", "milk", "eggs")
        try home.session(
            """
            $ phlistctl list merge Groceries Shopping
            moved 1 item from Groceries to Shopping; 1 open in both stayed one
            removed: Groceries (all of it back with: phlistctl undo)
            $ phlistctl
            In Progress
              Shopping  0 %  3 open
            $ phlistctl ls Shopping --plain | cut -f 4
            milk
            bread
            eggs
            $ phlistctl list new Gifts --private >/dev/null; phlistctl -q add Gifts scarf >scarf
            $ phlistctl list merge Gifts Shopping
            moved 1 item from Gifts to Shopping
            removed: Gifts (all of it back with: phlistctl undo)
            """
        )
    }
}

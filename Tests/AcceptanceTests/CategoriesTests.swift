import Testing

/// Lists as categories with their items, and the sections of a list.
struct CategoriesTests {
    @Test func `S3.1 S3.2 S3.10 S3.11 S3.14 categories are lists, each with its name, its dates and its items`() throws
    {
        let home = try Home()
        for list in ["Films", "Books"] { try home("list", "new", list) }
        try home("add", "Books", "Emma")
        try home.session(
            """
            $ phlistctl list ls --sort name --plain | cut -f 5,9
            1\tBooks
            0\tFilms
            $ phlistctl list show Books | grep -E 'made|changed'
              made      <now>
              changed   <now>
            $ phlistctl ls Books --plain | cut -f 4
            Emma
            """
        )
    }

    @Test func `S3.3 a category takes its items along when it is removed, and brings them back`() throws {
        let home = try Home()
        try home("list", "new", "Books")
        try home.session(
            """
            $ phlistctl add Books Emma
            added "Emma" to Books (<1>)
            $ phlistctl list rm Books
            removed: Books (back with: phlistctl list restore Books)
            $ phlistctl ls --all
            ! nothing
            $ phlistctl done Emma
            ! phlistctl: no item "Emma"
            ! see what there is: phlistctl ls --all
            exit 66
            $ phlistctl list restore Books
            restored: Books, 1 item
            $ phlistctl ls
            Books
              [ ] <1>  Emma
            """
        )
    }

    @Test func `S3.12 S3.13 a category needs at least one character`() throws {
        let home = try Home()
        try home("list", "new", "B").expect(0, "made the list B")
        for name in ["", "  ", "\u{200B}\u{2060}", "\u{2800}"] {
            try home("list", "new", name).expect(65, "! phlistctl: the title is empty")
        }
    }

    @Test func `sections are made, renamed, moved and removed, and nothing in them is lost`() throws {
        let home = try Home()
        try home("list", "new", "Shopping")
        try home.session(
            """
            $ phlistctl section ls Shopping
            ! no sections; make one with: phlistctl section add Shopping NAME
            $ phlistctl section add Shopping Dairy Fruit Bread
            added the section Dairy to Shopping
            added the section Fruit to Shopping
            added the section Bread to Shopping
            $ phlistctl section mv Shopping/Bread --top
            moved the section Bread in Shopping
            $ phlistctl section mv Shopping/fruit --before dairy
            moved the section Fruit in Shopping
            $ phlistctl section mv Shopping/fruit --before dairy
            Fruit is already there
            $ phlistctl section rename Shopping/dairy Épicerie
            renamed Shopping/dairy to Épicerie
            $ phlistctl section ls shopping
            Bread     nothing open
            Fruit     nothing open
            Épicerie  nothing open
            $ phlistctl section add Shopping epicerie
            ! phlistctl: Shopping already has the section "Épicerie"
            exit 65
            $ phlistctl section rm Shopping/Bread Shopping/Fruit
            removed the section Bread from Shopping (back with: phlistctl undo)
            removed the section Fruit from Shopping (back with: phlistctl undo)
            $ phlistctl section ls Shopping
            Épicerie  nothing open
            """
        )
    }
}

import Testing

/// What sessions of tests show instead of ids that are words as well.
struct PlaceholdersTests {
    @Test(
        arguments: [
            ("no conflicts", "no conflicts"), ("no: nobody", "no: nobody"), ("  no  milk", "  <1>  milk"),
            ("no\tmilk", "<1>\tmilk"), ("no", "<1>"), ("milk (no)", "milk (<1>)"),
            ("Trip (no longer shared with you)", "Trip (no longer shared with you)"),
            ("phlistctl show no", "phlistctl show <1>"), ("\"no\" is two items", "\"<1>\" is two items"),
        ]
    )
    func `an item called no is not what a sentence begins with`(_ line: String, _ shown: String) {
        var placeholders = Placeholders(known: ["no": "nopqrstuvwxyzklm"])
        #expect(placeholders.hide(line) == shown)
    }

    @Test(arguments: ["ok\tphlistd\tit answers\t", "ok        phlistd  it answers"])
    func `an item with the letters ok is not what doctor says`(line: String) {
        var placeholders = Placeholders(known: ["ok": "okpqrstuvwxyzklm"])
        #expect(placeholders.hide(line) == line)
        #expect(placeholders.hide("  [ ] ok  milk") == "  [ ] <1>  milk")
        #expect(placeholders.hide("  ok  Shopping/milk") == "  <1>  Shopping/milk")
    }

    @Test(arguments: ["filter", "phone", "list"])
    func `an item with the letters of a command is not that command`(group: String) {
        var placeholders = Placeholders(known: ["rm": "rmpqrstuvwxyzklm"])
        #expect(placeholders.hide("phlistctl \(group) rm his") == "phlistctl \(group) rm his")
        #expect(placeholders.hide("phlistctl show rm") == "phlistctl show <1>")
    }
}

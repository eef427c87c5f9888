import Foundation
import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistTestKit
import Testing

/// The words for every refusal, in one table that people read line by line.
struct RefusalTests {
    @Test func `every refusal has the words of the table`() throws {
        let home = try Home()
        let presenter = home.presenter()
        let lines = try Refusals(of: home).all.map { error in
            let words = presenter.explain(error)
            let first = "\(Self.name(of: error)): \(words.code.rawValue): \(words.message)"
            let hint = words.hint.map { ["  hint: \($0)"] } ?? []
            return ([first] + hint + words.details.map { "  - \($0)" }).joined(separator: "\n")
        }
        try GoldenFile(name: "refusals").expect(lines.joined(separator: "\n") + "\n")
    }

    /// The switches of the presenter do not compile without words for a new case; the table would just lack it.
    @Test func `the table has every case of every error`() throws {
        let home = try Home()
        let named = Set(try Refusals(of: home).all.map(Self.name))
        let nouns = try Self.cases(of: "Command")
        #expect(Set(nouns) == Set(named.map { String($0.prefix { $0 != "." }) }))
        for noun in nouns where named.contains(where: { $0.hasPrefix("\(noun).") && noun != "storage" }) {
            for name in try Self.cases(of: noun.prefix(1).uppercased() + noun.dropFirst()) {
                #expect(named.contains("\(noun).\(name)"))
            }
        }
    }

    /// Returns the names of the cases in the source of an error.
    private static func cases(of noun: String) throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let path = noun == "Text" ? "PhlistVocabulary/Text/TextFault" : "PhlistHousehold/Errors/\(noun)Error"
        let file = folder.appending(path: "../../Sources/\(path).swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.matches(of: /\n    (?:indirect )?case (\w+)/).map { String($0.1) }
    }

    /// Returns the names of an error and of the one inside it: `list.notFound`.
    private static func name(of error: CommandError) -> String {
        let mirror = Mirror(reflecting: error)
        guard let (noun, value) = mirror.children.first, let noun else { return "\(error)" }
        guard Mirror(reflecting: value).displayStyle == .enum else { return noun }
        return "\(noun).\("\(value)".prefix { $0.isLetter })"
    }

    @Test func `near names are told to a caller who may see them`() throws {
        let home = try Home()
        let presenter = home.presenter()
        func words(_ error: CommandError) -> ControlError { presenter.explain(error, for: Home.owner) }
        #expect(words(.list(.notFound("Groceris"))).message == #"no list "Groceris"; did you mean "Groceries"?"#)
        #expect(words(.list(.notFound("Dairy"))).hint == #"Groceries has a section of that name: "Groceries/Dairy""#)
        #expect(words(.item(.notFound("Mlk"))).message == #"no item "Mlk"; did you mean "Milk"?"#)
        #expect(words(.item(.notFound("Gift"))).hint == "a list has that name: see phlistctl help list")
        #expect(words(.list(.notFound("milk"))).message == #"no list "milk""#)
        #expect(words(.list(.notFound("milk"))).hint == #"an item in Groceries has that name: phlistctl show milk"#)
        #expect(words(.list(.notFound("mil"))).hint != words(.list(.notFound("milk"))).hint)
        #expect(words(.list(.notFound("Old"))).hint == #"see phlistctl list ls, or make it: phlistctl list new Old"#)
        let stranger = Principal(uid: 7, name: "eve", isOwner: false)
        #expect(presenter.explain(.list(.notFound("Gif")), for: stranger).message == #"no list "Gif""#)
        #expect(presenter.explain(.list(.notFound("Grocery"))).message == #"no list "Grocery""#)
    }

    @Test func `a list with a section where a list alone is to be named leads to the list`() throws {
        let home = try Home()
        let words = home.presenter().explain(.list(.notFound("groceries/Dairy")), for: Home.owner)
        #expect(words.hint == "only the list can be named here: Groceries")
        let stranger = Principal(uid: 7, name: "eve", isOwner: false)
        let blind = home.presenter().explain(.list(.notFound("Gift/Books")), for: stranger)
        #expect(blind.hint?.contains("only the list") == false)
    }

    /// Looking at each item anew for each one that is looked at took minutes.
    @Test func `a slip in a long list leads to the near item`() throws {
        var home = try Home()
        let titles = (0..<1000).map { "thing number \($0)" }
        for part in 0..<5 {
            let items = NewItems(
                target: ItemTarget(list: "Groceries"),
                titles: titles.map { "\($0) of \(part)" },
                fields: ItemChange()
            )
            try home.give(.items(.add(items)))
        }
        let words = home.presenter().explain(.item(.notFound("Mlk")), for: Home.owner)
        #expect(words.message == #"no item "Mlk"; did you mean "Milk"?"#)
    }

    @Test func `a near section is told before the command that makes one`() throws {
        let home = try Home()
        let presenter = home.presenter()
        let groceries = try home.replica.library.list(named: "Groceries", for: Home.owner)
        let error = CommandError.section(.notFound("Diary", in: groceries))
        let told = #"no section "Diary" in Groceries; did you mean "Dairy"?"#
        #expect(presenter.explain(error, for: Home.owner).message == told)
        let moving = presenter.refusalToMove(error)
        #expect(moving?.message == told)
        #expect(moving?.hint == #"or make it with: phlistctl section add Groceries Diary"#)
        let far = presenter.refusalToMove(.section(.notFound("Bread", in: groceries)))
        #expect(far?.message == #"no section "Bread" in Groceries"#)
        #expect(far?.hint == #"make it with: phlistctl section add Groceries Bread"#)
    }

    @Test(arguments: ["groceries/Old", "Groceries/Milk"])
    func `an item of a list in the trash leads to that list`(reference: String) throws {
        var home = try Home()
        let presenter = home.presenter()
        #expect(presenter.explain(.item(.notFound(reference)), for: Home.owner).hint?.contains("restore") == false)
        var trash = ListChange()
        trash.isTrashed = true
        try home.give(.lists(.change(["Groceries"], trash)))
        let words = home.presenter().explain(.item(.notFound(reference)), for: Home.owner)
        #expect(words.message == "no item \"\(reference)\": the list \"Groceries\" is in the trash")
        #expect(words.hint == "to bring it back: phlistctl list restore Groceries")
        let stranger = Principal(uid: 7, name: "eve", isOwner: false)
        let blind = home.presenter().explain(.item(.notFound("Gift/Book")), for: stranger)
        #expect(blind.message == #"no item "Gift/Book""#)
    }

    @Test func `a failed store tells its cause`() throws {
        let home = try Home()
        let words = home.presenter(lastFailure: "/var/lib/phlist: no space left").explain(.storage(.diskFull))
        #expect(words.message == "nothing was changed: /var/lib/phlist: no space left")
    }
}

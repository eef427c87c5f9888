import PhlistControl
import PhlistWeb
import Testing

/// The phones that have got in.
@Suite struct PhoneBookTests {
    private static let day: Int64 = 24 * 60 * 60 * 1000
    private let start: Int64 = 1_795_795_200_000

    private func secret(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

    @Test func `a phone is known by its secret alone, also after a restart`() throws {
        var book = PhoneBook()
        let phone = try book.add("phone", of: "aa", id: "01", secret: secret(1), now: start)
        let read = try PhoneBook(decoding: try book.encoded())
        #expect(read == book)
        for book in [book, read] {
            #expect(book.phone(withSecret: secret(1), now: start) == phone)
            #expect(book.phone(withSecret: secret(2), now: start) == nil)
            #expect(book.phone(withSecret: [], now: start) == nil)
        }
    }

    @Test func `the file holds no secret`() throws {
        var book = PhoneBook()
        _ = try book.add("phone", of: "aa", id: "01", secret: secret(0xAB), now: start)
        let text = String(decoding: try book.encoded(), as: UTF8.self)
        #expect(!text.lowercased().contains("abababab"))
        #expect(text.contains("phone"))
    }

    @Test func `a phone that is not used for 400 days is out, and one that is used stays`() throws {
        var book = PhoneBook()
        _ = try book.add("used", of: "aa", id: "01", secret: secret(1), now: start)
        _ = try book.add("lost", of: "aa", id: "02", secret: secret(2), now: start)
        let isWorthKeeping = book.see("01", now: start + 300 * Self.day)
        #expect(isWorthKeeping)
        #expect(book.phone(withSecret: secret(1), now: start + 500 * Self.day)?.name == "used")
        #expect(book.phone(withSecret: secret(2), now: start + 400 * Self.day)?.name == "lost")
        #expect(book.phone(withSecret: secret(2), now: start + 400 * Self.day + 1) == nil)
    }

    @Test func `a use is worth keeping once a day`() throws {
        var book = PhoneBook()
        _ = try book.add("phone", of: "aa", id: "01", secret: secret(1), now: start)
        let uses = (0..<72).map { hour in book.see("01", now: start + Int64(hour) * Self.day / 24) }
        #expect(uses.count { $0 } == 2)
        let isKnown = book.see("99", now: start)
        #expect(!isKnown)
    }

    @Test func `a phone that is used while the clock is behind stays in when the clock is set right`() throws {
        var book = PhoneBook()
        _ = try book.add("phone", of: "aa", id: "01", secret: secret(1), now: start)
        let isWorthKeeping = book.see("01", now: start - 20_000 * Self.day)
        #expect(!isWorthKeeping)
        #expect(book.phone(withSecret: secret(1), now: start + Self.day) != nil)
    }

    @Test func `numbers for choices are above those of the system, and never given twice`() throws {
        var book = PhoneBook()
        var seen: Set<UInt32> = []
        for number in 0..<200 {
            let phone = try book.add("p", of: "aa", id: "\(number)", secret: secret(UInt8(number)), now: start)
            #expect(phone.login >= 0x8000_0000)
            #expect(seen.insert(phone.login).inserted)
            if number.isMultiple(of: 3) { book = try PhoneBook(decoding: try book.encoded()) }
            book.remove(phone.id)
        }
    }

    @Test func `names are told apart, and changed in words`() throws {
        var book = PhoneBook()
        let names = try (0..<3).map { number in
            try book.add(" iPhone ", of: "aa", id: "\(number)", secret: secret(UInt8(number)), now: start).name
        }
        #expect(names == ["iPhone", "iPhone 2", "iPhone 3"])
        try book.rename("1", to: "Ann's phone")
        #expect(book.phones.map(\.name) == ["iPhone", "Ann's phone", "iPhone 3"])
        #expect(throws: ControlError.self) { try book.rename("1", to: "iPhone 3") }
        try book.rename("1", to: "Ann's phone")
    }

    @Test(arguments: ["", "   ", "a\nb", "a\u{7}", String(repeating: "é", count: 33)])
    func `a name that is none is refused, and nothing is changed`(name: String) throws {
        var book = PhoneBook()
        _ = try book.add("phone", of: "aa", id: "01", secret: secret(1), now: start)
        let before = book
        #expect(throws: ControlError.self) {
            try book.add(name, of: "aa", id: "02", secret: secret(2), now: start)
        }
        #expect(throws: ControlError.self) { try book.rename("01", to: name) }
        #expect(book == before)
    }

    @Test func `so many phones get in, and no more until one expires`() throws {
        var book = PhoneBook()
        for number in 0..<WebLimits.phonesMax {
            _ = try book.add("p", of: "aa", id: "\(number)", secret: secret(UInt8(number)), now: start)
        }
        #expect(throws: ControlError.self) {
            try book.add("p", of: "aa", id: "x", secret: secret(200), now: start)
        }
        _ = try book.add("p", of: "aa", id: "x", secret: secret(200), now: start + 401 * Self.day)
        #expect(book.phones.map(\.id) == ["x"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"phones":[]"#, #"{"phones":[{}],"nextLogin":1}"#, #"{"phones":[],"nextLogin":-1}"#,
    ])
    func `a damaged file is refused`(text: String) {
        #expect(throws: ControlError.self) { try PhoneBook(decoding: Array(text.utf8)) }
    }
}

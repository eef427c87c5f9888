import Foundation
import Testing

/// A person without an account anywhere: what is his, and where it is.
struct AccountTests {
    @Test func `S0.10 S0.52 a list, its items, its owner and who may see it are one document`() throws {
        let home = try Home()
        try home("add", "milk").expect(0, "made the list Shopping", "added \"milk\" to Shopping (<1>)")
        let list = try home("list", "show", "Shopping", "--json").output
        for member in ["\"title\":\"Shopping\"", "\"owner\":", "\"visibility\":\"household\"", "\"openCount\":1"] {
            #expect(list.contains(member), "\(list)")
        }
        #expect(try home("ls", "--json").output.contains("\"createdBy\":"))
    }

    @Test func `S1.7 S1.10 S1.17 what is assigned to one is his, under whatever name`() throws {
        let home = try Home()
        #expect(try home("member", "add", "Ann").status == 0)
        #expect(try home("member", "add", "Ben").status == 0)
        #expect(try home("add", "sweep", "--assign", "Ann").status == 0)
        #expect(try home("add", "Shopping", "cook", "--assign", "Ben").status == 0)
        #expect(try home("add", "Shopping", "rest").status == 0)
        let mine = try home("mine", "--as", "ann", "--plain").output
        #expect(mine.contains("sweep") && !mine.contains("cook") && !mine.contains("rest"), "\(mine)")
        #expect(try home("ls", "--mine", "--as", "Ben", "--plain").output.contains("cook"))
        #expect(try home("member", "rename", "Ann", "Anna").status == 0)
        let assigned = try home("ls", "--assign", "anna", "--plain").output
        #expect(assigned.contains("sweep") && assigned.contains("Anna") && !assigned.contains("cook"), "\(assigned)")
    }

    @Test func `S4.3 S4.5 the first item needs no account, and everything is in one directory`() throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        let files = FileManager.default.enumerator(atPath: home.directory)?.compactMap { $0 as? String } ?? []
        let kept = files.filter { path in
            let bytes = FileManager.default.contents(atPath: "\(home.directory)/\(path)") ?? Data()
            return bytes.range(of: Data("milk".utf8)) != nil
        }
        #expect(kept.count == 1, "\(kept)")
        try home.daemon.restart()
        #expect(try home("ls", "--plain").output.contains("milk"))
        #expect(try home("status", "--json").output.contains("\"deviceCount\":1"))
    }

    @Test func `an overdue item stands in the overview with its list`() throws {
        let home = try Home()
        #expect(try home("add", "rent", "--due", "yesterday").status == 0)
        #expect(try home("add", "Shopping", "tax", "--due", "today").status == 0)
        let overview = try home().output
        #expect(overview.contains("rent") && overview.contains("tax") && overview.contains("yesterday"), "\(overview)")
    }
}

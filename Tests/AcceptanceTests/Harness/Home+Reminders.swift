import Foundation
import Testing

/// Reminders of a home.
extension Home {
    /// A home in which reminders were shown before, so that those of this minute are not from before the first run.
    static func reminding(_ name: String = "ann") throws -> Home {
        let home = try Home.called(name)
        try home("-q", "list", "new", "Home")
        try home.remember()
        return home
    }

    /// Runs reminders once, so that there is a record.
    func remember() throws {
        try self("notify", "--once", "--command", "true").check()
    }

    /// Adds an item with a reminder in this minute.
    ///
    /// One that was past when it was set is not shown: if a minute begins meanwhile, that one is set.
    func addReminded(_ title: String, to list: String = "Home") throws {
        var minute = ""
        repeat {
            minute = try shell("date +%Y%m%dT%H%M00").output.trimmingCharacters(in: .newlines)
            try self("-q", "add", "--literal", "--remind", minute, "--", list, title).check()
        } while try shell("date +%Y%m%dT%H%M00").output.trimmingCharacters(in: .newlines) != minute
    }

    /// Starts reminders.
    func notify(_ environment: [String: String]) throws -> Child {
        let log = "\(directory)/notify.log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        return try Child(
            Child.Start(
                program: Program.path("phlistctl"),
                arguments: ["notify"],
                environment: self.environment.merging(environment) { $1 },
                directory: directory,
                files: [nil, nil, FileHandle(forWritingAtPath: log)]
            )
        )
    }
}

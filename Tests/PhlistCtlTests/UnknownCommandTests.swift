import ArgumentParser
import Testing

@testable import phlistctl

/// Words that are no command.
struct UnknownCommandTests {
    @Test(arguments: [
        ("delete", "rm"), ("tick", "done"), ("tasks", "ls"), ("lists", "list ls"), ("remove", "rm"),
        ("repeat", "edit --every"), ("assign", "edit --assign"),
        ("snooze", "edit --due"), ("sort", "ls --sort"), ("todo", "ls"), ("login", "member me"),
        ("logout", "member me none"),
        ("archive", "list clear-done"), ("check", "done"), ("dlete", "rm"), ("serch", "find"),
    ])
    func `a name of another program, or one with a slip, leads to the command that is meant`(
        word: String,
        command: String
    ) {
        let unknown = UnknownCommand(in: [word, "milk"], saying: "2 unexpected arguments: '\(word)', 'milk'")
        #expect(unknown?.message == "no command '\(word)'; did you mean \(command)?")
        #expect(UnknownCommand(helpIn: ["help", word])?.message == unknown?.message)
    }

    @Test(arguments: [
        ("photo ls", "ls --photos"), ("photo list", "ls --photos"), ("household show", "household status"),
        ("household ls", "household status"), ("device rm", "device remove"), ("device delete", "device remove"),
        ("member remove", "member rm"), ("member new", "member add"), ("list add", "list new"),
        ("device list", "device ls"), ("household stats", "household status"),
    ])
    func `a verb of another group leads to the command that is meant`(typed: String, command: String) {
        let words = typed.split(separator: " ").map(String.init)
        let unknown = UnknownCommand(in: words, saying: "unexpected argument '\(words[1])'")
        #expect(unknown?.message == "no command '\(typed)'; did you mean \(command)?")
    }

    @Test(arguments: ["link", "list link"])
    func `a link leads to the code that needs no server`(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let unknown = UnknownCommand(helpIn: ["help"] + words)?.message ?? ""
        #expect(unknown.hasPrefix("no command '\(text)': a link needs a server"))
        #expect(unknown.hasSuffix("phlistctl export --qr LIST") && !unknown.contains("\n"))
    }

    @Test(arguments: [["bogus"], ["list", "bogus"], ["done", "bogus"]])
    func `help on what is no command is an error`(words: [String]) {
        #expect(UnknownCommand(helpIn: ["help"] + words)?.message == "no command '\(words.joined(separator: " "))'")
        #expect(UnknownCommand(helpIn: ["help"] + words.dropLast()) == nil)
        for options in [["--color", "never"], ["-q", "--timeout", "5"], ["--json", "--as", "help", "-n"]] {
            let arguments = options + ["help"] + words
            #expect(UnknownCommand(helpIn: arguments)?.message == "no command '\(words.joined(separator: " "))'")
            #expect(UnknownCommand(helpIn: ["help"] + options + words.dropLast()) == nil)
        }
    }

    @Test func `the options that are skipped with a value are those that take one`() {
        let help = Phlistctl.helpMessage().split(separator: "\n", omittingEmptySubsequences: false)
        let options = help.drop { !$0.lowercased().hasPrefix("global options") }.prefix { !$0.isEmpty }
        let taking = options.map { $0.split(separator: " ") }.filter { $0.count > 1 && $0[1].hasPrefix("<") }
        #expect(Set(taking.map { String($0[0]) }) == GlobalOptions.withValue)
        #expect(taking.count > 3)
    }
}

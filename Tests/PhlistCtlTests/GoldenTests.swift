import ArgumentParser
import PhlistControl
import PhlistTestKit
import Testing

@testable import phlistctl

/// What each command asks and prints.
struct GoldenTests {
    @Test(arguments: Script.all)
    func `a command asks and prints what its file says`(script: Script) throws {
        let transcript = script.scenes.map { $0.transcript() }.joined()
        #expect(!transcript.contains("TerminalText("), "text for the terminal was put into a plain string")
        try GoldenFile(name: script.name).expect(transcript)
    }

    @Test func `the help of every command is what its file says`() throws {
        let root = Phlistctl.helpMessage(columns: Invocation.helpColumns)
        let commands = Self.commands(below: Phlistctl.self).map {
            Phlistctl.helpMessage(for: $0, columns: Invocation.helpColumns)
        }
        try GoldenFile(name: "help").expect(([root] + commands).joined(separator: "\n----\n\n"))
    }

    @Test func `no line of the help is wider than a terminal of eighty columns`() {
        for command in [Phlistctl.self] + Self.commands(below: Phlistctl.self) {
            let lines = Phlistctl.helpMessage(for: command, columns: Invocation.helpColumns).lines
            #expect(lines.filter { $0.columnCount > Invocation.helpColumns } == [], "\(command)")
        }
    }

    @Test func `no command can be abbreviated`() {
        for arguments in [["li", "ls"], ["l"], ["stat"], ["don", "milk"], ["list", "n", "x"]] {
            #expect(throws: (any Error).self) { try Phlistctl.parsed(arguments) }
        }
    }

    @Test func `global options stand before or behind the command, and their values are no commands`() throws {
        for arguments in [["--as", "add", "ls"], ["ls", "--as", "add"], ["--as=add", "--json", "ls"]] {
            let command = try #require(try Phlistctl.parsed(arguments) as? Ls, "\(arguments)")
            #expect(command.options.actsAs == "add", "\(arguments)")
        }
        #expect(try Phlistctl.parsed(["--as", "ls"]) is Phlistctl)
        let add = try #require(try Phlistctl.parsed(["add", "ls", "--json"]) as? Add)
        #expect(add.options.format == .json)
    }

    private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        let configuration = command.configuration
        return configuration.subcommands.flatMap { [$0] + commands(below: $0) }
    }
}

/// Scenes that belong into one file.
struct Script: Sendable, CustomTestStringConvertible {
    var name: String
    var scenes: [Scene]

    var testDescription: String { name }

    static let all =
        items + itemVerbs + photos + lists + sharing + forms + household + devices + people + machine
        + doctor + stats + filters + reminders
}

extension Scene {
    /// The same command in every form.
    static func everyForm(
        _ arguments: [String],
        _ route: ControlRoute,
        _ reply: any Encodable & Sendable,
        then others: [ControlRoute: [ScriptedDaemon.Answer]] = [:]
    ) -> [Scene] {
        let answers = others.merging([route: [.reply(reply)]]) { $1 }
        let forms = [[], ["--plain"], ["--quiet"], ["--json"]].map {
            Scene(arguments: $0 + arguments, answers: answers)
        }
        return [Scene(arguments: arguments, answers: answers, isTerminal: true)] + forms
    }

    /// A command that the daemon refuses, in words and as JSON.
    static func refused(_ arguments: [String], _ route: ControlRoute, _ error: ControlError) -> [Scene] {
        [[], ["--json"]].map {
            Scene(arguments: arguments + $0, answers: [route: [.error(.refused(error))]])
        }
    }
}

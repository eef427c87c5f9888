import ArgumentParser
import PhlistTestKit
import Testing

@testable import phlistctl

/// No command is without a picture of all that it can print.
struct EveryFormTests {
    /// Commands whose output is another thing: a dialog, a script, words for a shell, a stream without an end; and
    /// those that read a store or a file, or write one, which real processes show.
    private static let exceptions = [
        ["record", "fill"], ["completion"], ["complete"], ["watch"], ["shop"], ["backup"],
        ["restore-backup"], ["store", "check"], ["store", "dump"], ["import"], ["export"],
    ]

    @Test func `every command is shown on a terminal, plain, quiet and as JSON`() throws {
        let shown = Script.all.flatMap(\.scenes)
        let commands = Self.paths(below: Phlistctl.self).filter { !Self.exceptions.contains($0) }
        var scenes: [Scene] = []
        for path in commands {
            let own = shown.filter { $0.shows(path) }
            guard !Scene.everyForm(isAmong: own) else { continue }
            guard let plainest = own.first(where: { !$0.hasForm && $0.transcript().hasSuffix("exit 0\n\n") }) else {
                Issue.record("no scene shows how \(path.joined(separator: " ")) succeeds")
                continue
            }
            scenes += plainest.inEveryForm
        }
        #expect(commands.count > 60)
        try GoldenFile(name: "every-form").expect(scenes.map { $0.transcript() }.joined())
    }

    @Test func `every JSON document names its schema`() {
        // What watch prints are events of a stream.
        let scenes = Script.all.flatMap(\.scenes).filter { !$0.arguments.contains("watch") }.map(\.asJSON)
        let documents = scenes.flatMap { scene in
            scene.transcript().split(separator: "\n").filter { $0.hasPrefix("| {\"") }.map { (scene.arguments, $0) }
        }
        #expect(documents.count > 200)
        for (arguments, document) in documents {
            #expect(document.contains(#""schemaVersion":1"#), "\(arguments)")
        }
    }

    /// The words of every command that does something.
    private static func paths(below command: any ParsableCommand.Type, _ words: [String] = []) -> [[String]] {
        command.configuration.subcommands.flatMap { subcommand in
            let path = words + [subcommand._commandName]
            let below = paths(below: subcommand, path)
            return below.isEmpty ? [path] : below
        }
    }
}

extension Scene {
    private static let forms = ["--plain", "--quiet", "--json"]

    /// Whether the command that the scene shows is the one of these words.
    fileprivate func shows(_ path: [String]) -> Bool {
        Array(arguments.filter { !$0.hasPrefix("-") }.prefix(path.count)) == path
    }

    fileprivate var hasForm: Bool {
        isTerminal || arguments.contains { Self.forms.contains($0) || $0 == "-q" }
    }

    fileprivate static func everyForm(isAmong scenes: [Scene]) -> Bool {
        scenes.contains(where: \.isTerminal)
            && forms.allSatisfy { form in scenes.contains { $0.arguments.contains(form) } }
    }

    /// The same scene on a terminal, and in each form that a program reads.
    fileprivate var inEveryForm: [Scene] {
        var terminal = self
        terminal.isTerminal = true
        return [terminal] + Self.forms.map(with(form:))
    }

    /// The same scene as a program that reads JSON has it.
    fileprivate var asJSON: Scene {
        arguments.contains("--json") ? self : with(form: "--json")
    }

    private func with(form: String) -> Scene {
        var scene = self
        scene.arguments.insert(form, at: 0)
        return scene
    }
}

import Foundation
import Testing

/// The guide's commands do what the guide says.
///
/// ```
/// ann$ phlistctl ls      runs in Ann's home; what follows up to an empty line is what it prints
/// ann! off               Ann's daemon is stopped, or started by `on`
/// ```
/// A line `…` stands for anything that is printed, and `…` in a line for the rest of it. Ids stand for ids.
struct GuideTests {
    @Test func `every command of the guide does what it says`() throws {
        var homes = Homes()
        for step in try Self.steps() {
            try homes.perform(step)
        }
    }

    private static func steps() throws -> [Step] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/guide.md"), encoding: .utf8)
        let blocks = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }
            .map(\.element)
        let steps = blocks.flatMap { Step.all(in: $0) }
        #expect(steps.count > 30)
        return steps
    }

    /// A command, and what it prints.
    private struct Step {
        var host: String
        var command: String
        var lines: [String] = []

        static func all(in block: Substring) -> [Step] {
            var steps: [Step] = []
            for line in block.split(separator: "\n") {
                if let match = line.wholeMatch(of: /([a-z]+)([$!]) (.+)/) {
                    let command = match.2 == "!" ? "\(match.2) \(match.3)" : String(match.3)
                    steps.append(Step(host: String(match.1), command: command))
                } else if !steps.isEmpty {
                    steps[steps.count - 1].lines.append(String(line))
                }
            }
            return steps
        }
    }

    /// The machines of the family, made when they are first named.
    private struct Homes {
        private var homes: [String: Home] = [:]
        private var host: Home?
        /// For whom the next device joins, when that is said.
        private var person: String?

        mutating func perform(_ step: Step) throws {
            let home = try home(step.host)
            switch step.command {
            case "! off": try home.daemon.stop()
            case "! on": try home.daemon.start()
            case "phlistctl pair": (host, person) = (home, nil)
            case "phlistctl pair --for ann": (host, person) = (home, "ann")
            case "phlistctl join":
                let host = try #require(host)
                try home.join(host, for: person).check()
                // With a machine that is off nobody is in sync.
                guard homes.values.allSatisfy({ $0.daemon.pid != nil }) else { return }
                for home in [host, home] { try home.meet() }
            default: try run(step, in: home)
            }
        }

        private mutating func home(_ name: String) throws -> Home {
            if let home = homes[name] { return home }
            let home = try Home()
            let device = try home("device", "ls", "--plain").output.prefix { $0 != "\t" }
            try home("-q", "device", "rename", String(device), name).check()
            homes[name] = home
            return home
        }

        private func run(_ step: Step, in home: Home) throws {
            if step.command.contains("milk.jpg") { try PhotoTests.makePicture("milk.jpg", home, side: 200) }
            let command = step.command.replacing("../ann", with: homes["ann"]?.directory ?? "")
            // What another machine did may still be on its way.
            let isRead = command.wholeMatch(of: /phlistctl (?:[a-z]+ )?(?:ls|mine|members|conflicts)\b.*/) != nil
            let deadline = ContinuousClock.now + .seconds(20)
            var outcome = try home.shell(command)
            while outcome.status != 0 || isRead && !Self.fits(outcome, step.lines), ContinuousClock.now < deadline {
                outcome = try home.shell(command)
            }
            #expect(Self.fits(outcome, step.lines), "\(step.host)$ \(command)\n\(outcome.transcript)\n\(step.lines)")
        }

        private static func fits(_ outcome: Outcome, _ lines: [String]) -> Bool {
            guard outcome.status == 0 else { return false }
            guard !lines.isEmpty, lines != ["…"] else { return true }
            let printed = outcome.transcript.map(normal)
            return printed.count == lines.count
                && zip(printed, lines).allSatisfy { printed, line in
                    let wanted = normal(line)
                    return wanted.hasSuffix("…") ? printed.hasPrefix(wanted.dropLast()) : printed == wanted
                }
        }

        /// Ids and their placeholders as one word, ages as another, columns as one space.
        private static func normal(_ line: String) -> String {
            line.replacing(#/<\d+>|\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b|\b[k-z]{8}\b/#, with: "ID")
                .replacing(#/(\(|\] )[k-z]{2,}\b/#) { "\($0.output.1)ID" }
                .replacing(#/\d+ (?:s|min|h) ago/#, with: "AGO")
                .replacing(#/ +/#, with: " ")
        }
    }
}

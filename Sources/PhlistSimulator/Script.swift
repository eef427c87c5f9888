import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary

/// A history that people can read: one line per step, and the output.
///
/// ```
/// devices anna ben carl      the first founds a household and admits the others, with their lists
/// cut anna ben               nothing gets through between the two until `mend anna ben`
/// anna: list Groceries       also: add LIST TITLE, done TITLE, open TITLE, title OLD => NEW, note TITLE => TEXT,
///                            trash TITLE, restore TITLE, purge TITLE, move TITLE => LIST/SECTION,
///                            section LIST NAME, undo, redo
/// show ben Groceries         prints a list
/// advance 14 months          also ms, s, min, days
/// ----
/// the output
/// ```
/// `stop`, `start`, `crash`, `wipe`, `copy`, `put-back`, `fill`, `free`, `join` and `status` name a device.
package struct Script {
    private var simulation: Simulation
    private var numbers: [String: Int] = [:]
    private var names: [String] = []
    private var output: [String] = []

    private init() {
        var options = SimulationOptions()
        options.replicas = 0
        simulation = Simulation(seed: 1, options: options)
    }

    /// Runs a script.
    ///
    /// - Parameter text: The lines above `----`; lines below are ignored.
    /// - Returns: The same lines with the output.
    /// - Throws: An error when a step is malformed, or a check fails.
    package static func play(_ text: String) throws(SimulationFailure) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let steps = Array(lines.prefix { $0 != "----" })
        var script = Script()
        for step in steps where !step.isEmpty && !step.hasPrefix("#") {
            try script.play(line: step)
        }
        return (steps + ["----"] + script.output).joined(separator: "\n") + "\n"
    }

    private mutating func play(line: String) throws(SimulationFailure) {
        if let colon = line.firstIndex(of: ":"), let number = numbers[String(line[..<colon])] {
            command(Self.words(line[line.index(after: colon)...]), on: number)
            // A change reaches all devices that it can reach before the next step.
            try simulation.advance(until: simulation.time + 100)
            return
        }
        let words = Self.words(line[...])
        switch words.first {
        case "devices": try makeDevices(Array(words.dropFirst()))
        case "cut", "mend": try wire(words)
        case "show": show(try device(words), words.dropFirst(2).joined(separator: " "))
        case "advance": try advance(words)
        case "status": status(try device(words))
        default: try act(words)
        }
    }

    private static func words(_ text: Substring) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    private func device(_ words: [String]) throws(SimulationFailure) -> Int {
        guard words.count > 1, let number = numbers[words[1]] else {
            throw SimulationFailure(.step, "no device in: \(words.joined(separator: " "))")
        }
        return number
    }

    private mutating func makeDevices(_ names: [String]) throws(SimulationFailure) {
        for name in names {
            numbers[name] = simulation.nodes.count
            self.names.append(name)
            simulation.addMachine(name)
            try simulation.restart(simulation.nodes.count - 1)
        }
        for name in names.dropFirst() {
            try join(numbers[name] ?? 0)
        }
        try simulation.advance(until: simulation.time + 1000)
    }

    private mutating func join(_ number: Int) throws(SimulationFailure) {
        guard try simulation.join(number, sharesLists: true) else {
            throw SimulationFailure(.admission, "\(names[number]) is not let in")
        }
        try simulation.advance(until: simulation.time + 1000)
    }

    private mutating func wire(_ words: [String]) throws(SimulationFailure) {
        let one = try device(words)
        for name in words.dropFirst(2) {
            guard let other = numbers[name] else { throw SimulationFailure(.step, "no device \(name)") }
            if words[0] == "cut" {
                simulation.cut(one, other)
            } else {
                simulation.network.mend(one, other)
            }
        }
    }

    private mutating func advance(_ words: [String]) throws(SimulationFailure) {
        let units: [String: Int64] = [
            "ms": 1, "s": 1000, "min": 60_000, "days": 86_400_000, "months": 30 * 86_400_000,
        ]
        guard words.count == 3, let count = Int64(words[1]), let unit = units[words[2]] else {
            throw SimulationFailure(.step, "no time in: \(words.joined(separator: " "))")
        }
        // Nothing new happens after some minutes: the devices sleep through the rest.
        let milliseconds = count * unit
        let lived = min(milliseconds, 600_000)
        for node in simulation.nodes {
            node.sleptMilliseconds += milliseconds - lived
        }
        try simulation.advance(until: simulation.time + lived)
    }

    private mutating func act(_ words: [String]) throws(SimulationFailure) {
        let number = try device(words)
        let node = simulation.nodes[number]
        switch words[0] {
        case "stop": simulation.turnOff(number, inOrder: true)
        case "crash": simulation.turnOff(number, inOrder: false)
        case "start": try simulation.restart(number)
        case "wipe":
            simulation.turnOff(number, inOrder: false)
            node.wipe()
        case "copy": node.copyDisk(using: &simulation.random)
        case "put-back":
            simulation.turnOff(number, inOrder: false)
            simulation.putBackCopy(of: number)
        case "fill": node.fillDisk(true)
        case "free": node.fillDisk(false)
        case "join": try join(number)
        default: throw SimulationFailure(.step, "no such step: \(words.joined(separator: " "))")
        }
        try simulation.advance(until: simulation.time + 100)
    }

    // MARK: What people do

    private mutating func command(_ words: [String], on number: Int) {
        guard let verb = words.first, let command = Self.command(verb, Array(words.dropFirst())) else {
            output.append("\(names[number]): what is \(words.joined(separator: " "))?")
            return
        }
        let answer = simulation.give(.user(command, simulation.principal(number)), to: number)
        switch answer {
        case .success?: break
        case .failure(let error)?: output.append("\(names[number]): \(words.joined(separator: " ")): \(error)")
        case nil: output.append("\(names[number]): \(words.joined(separator: " ")): no answer")
        }
    }

    private static func command(_ verb: String, _ words: [String]) -> UserCommand? {
        let text = words.joined(separator: " ")
        let parts = text.split(separator: "=>").map { $0.split(separator: " ").joined(separator: " ") }
        let (first, second) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        switch verb {
        case "list": return .lists(.create(NewList(title: text)))
        case "add":
            return .items(.add(NewItems(list: words.first, titles: [words.dropFirst().joined(separator: " ")])))
        case "done": return .items(.change([text], ItemChange(state: .done)))
        case "open": return .items(.change([text], ItemChange(state: .open)))
        case "title": return .items(.change([first], ItemChange(title: second)))
        case "note": return .items(.change([first], ItemChange(note: second)))
        case "trash": return .items(.change([text], ItemChange(isTrashed: true)))
        case "restore": return .items(.change([text], ItemChange(isTrashed: false)))
        case "purge": return .items(.purge([text]))
        case "move": return .items(.move([first], ItemTarget(list: second)))
        case "section":
            return .sections(.add(list: words.first ?? "", names: [words.dropFirst().joined(separator: " ")]))
        case "undo": return .undo(list: nil)
        case "redo": return .redo(list: nil)
        default: return nil
        }
    }

    // MARK: What is seen

    private mutating func show(_ number: Int, _ title: String) {
        let node = simulation.nodes[number]
        let lists = node.read { $0.library.lists(for: simulation.principal(number)) }.filter { $0.title == title }
        output.append("\(names[number]): \(title)" + (lists.isEmpty ? " is not here" : ""))
        for list in lists {
            for line in list.view.dropFirst() where line != "[]" {
                output.append("  " + line)
            }
        }
    }

    private mutating func status(_ number: Int) {
        let node = simulation.nodes[number]
        output.append("\(names[number]): " + (node.isUp ? "up" : "off"))
        for peer in node.read({ $0.peerStatuses() }) {
            let words = peer.isInSync.map { $0 ? "in sync" : "not in sync" } ?? "not connected"
            output.append("  \(peer.name): \(words)")
        }
    }
}

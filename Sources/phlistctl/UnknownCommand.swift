import ArgumentParser
import PhlistControl

/// A word that stands where the name of a command should.
struct UnknownCommand {
    /// The words that lead to the command, and the word itself.
    private let path: [String]
    /// What could have been meant.
    private let names: [String]

    /// Finds the word; nil when what the parser did not expect is none.
    ///
    /// - Parameters:
    ///   - arguments: All that was typed.
    ///   - message: What the parser says; it names what it did not expect between single quotes.
    init?(in arguments: [String], saying message: String) {
        guard message.contains("unexpected argument") else { return nil }
        var group: any ParsableCommand.Type = Phlistctl.self
        var path: [String] = []
        for word in arguments.prefix(while: { $0 != "--" }) {
            let commands = group.configuration.subcommands
            if let next = commands.first(where: { $0._commandName == word }) {
                group = next
                path.append(word)
            } else if !commands.isEmpty, message.contains("'\(word)'") {
                self.path = path + [word]
                names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                return
            }
        }
        return nil
    }

    /// What is wrong, and which command may be meant.
    var message: String {
        let (word, group) = (path.last ?? "", path.dropLast())
        let isShort = word.utf8.count <= Limits.commandSizeMax
        // Of a word of one letter nothing is left to resemble anything.
        let slipsMax = min(Limits.commandSlipsMax, word.utf8.count / 2)
        let nearest = isShort ? Suggestion.nearest(to: word, among: names, distanceMax: slipsMax) : nil
        let meant = nearest.map { "; did you mean \((group + [$0]).joined(separator: " "))?" } ?? ""
        return "no command '\(path.joined(separator: " "))'\(meant)"
    }
}

import FoundationEssentials
import PhlistControl

/// Finds names for shell completion, quickly or not at all.
struct Candidates {
    private let daemon: (any Daemon)?
    private let actsAs: String?
    /// The form on the command line, whose records are completed.
    private let form: String?

    /// The longest acceptable delay after a key press.
    private static let patience = Duration.milliseconds(90)

    /// Finds the daemon that an unfinished command line refers to.
    init(arguments: [String]) {
        let words = TypedWords(arguments)
        self.init(
            socket: words.value(of: "--socket"),
            profile: words.value(of: "--profile"),
            actsAs: words.value(of: "--as"),
            form: words.form
        )
    }

    /// Finds the daemon of a socket or a profile.
    init(socket: String?, profile: String?, actsAs: String?, form: String? = nil) {
        let surroundings = Surroundings.ofProcess(environment: ProcessInfo.processInfo.environment)
        let profile = profile.map { try? Profile(name: $0) } ?? .standard
        let deadline = ContinuousClock.now + Self.patience
        (self.actsAs, self.form) = (actsAs, form)
        // Completion does not wait for a daemon that is still starting.
        daemon =
            profile
            .flatMap { try? SocketPath(option: socket, profile: $0, surroundings: surroundings) }
            .map { ControlClient(socket: $0, timeout: Self.patience) { ContinuousClock.now > deadline } }
    }

    /// Returns the candidates; none if there is no daemon or it takes too long.
    func find(_ kind: CompletionsQuery.Kind, _ prefix: String) -> [String] {
        // Inside quotes, shells include the opening quote in the prefix.
        let prefix = prefix.drop { "\"'".contains($0) }
        let query = CompletionsQuery(kind: kind, prefix: prefix.isEmpty ? nil : String(prefix), form: form)
        guard let request = try? ControlRequest(query, CallOptions(actsAs: actsAs)) else { return [] }
        let candidates = (try? daemon?.reply(to: request))?.candidates ?? []
        return candidates.map { Self.isSafe($0.text) ? $0.text : $0.id }.filter { !$0.isEmpty }
    }

    /// Returns the names of phones, and the ids of those whose names are not safe.
    func findPhones(_ prefix: String) -> [String] {
        let prefix = prefix.drop { "\"'".contains($0) }.lowercased()
        guard let request = try? ControlRequest(PhonesQuery()) else { return [] }
        let phones = (try? daemon?.reply(to: request))?.phones ?? []
        return phones.filter { $0.name.lowercased().hasPrefix(prefix) }.map { Self.isSafe($0.name) ? $0.name : $0.id }
    }

    /// Whether every shell takes a name literally.
    ///
    /// Completion scripts expand candidates, and a name may come from any device in the household: `$(…)` must never
    /// reach them. Anything with an unsafe name is offered by its id.
    static func isSafe(_ name: String) -> Bool {
        !name.hasPrefix("-") && !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "+", "@", "/": true
                default: !scalar.isASCII && scalar.properties.isAlphabetic
                }
            }
    }
}

/// The words of an unfinished command line.
private struct TypedWords {
    private let words: [String]

    /// Drops the last word, which is still being typed.
    init(_ words: [String]) {
        self.words = words.dropLast()
    }

    /// Returns the value after an option or its equals sign.
    func value(of option: String) -> String? {
        for (index, word) in words.enumerated() {
            if word == option { return words.indices.contains(index + 1) ? words[index + 1] : nil }
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The form, which follows `record` and its subcommand.
    var form: String? {
        let names = words.drop { $0 != "record" }.filter { !$0.hasPrefix("-") }
        return names.count > 2 ? names[names.startIndex + 2] : nil
    }
}

import FoundationEssentials
import PhlistControl

/// Names for a shell that completes: at once, or none at all.
struct Candidates {
    private let daemon: (any Daemon)?
    private let actsAs: String?
    /// The form that is named, for its records.
    private let form: String?

    /// Nobody waits longer for a key to do something.
    private static let patience = Duration.milliseconds(90)

    /// Finds the daemon that the words of an unfinished command line mean.
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
        // A daemon that is just starting is not waited for.
        daemon =
            profile
            .flatMap { try? SocketPath(option: socket, profile: $0, surroundings: surroundings) }
            .map { ControlClient(socket: $0, timeout: Self.patience) { ContinuousClock.now > deadline } }
    }

    /// Asks a daemon.
    init(daemon: any Daemon, actsAs: String? = nil) {
        (self.daemon, self.actsAs, form) = (daemon, actsAs, nil)
    }

    /// What may be typed; nothing when there is no daemon, or when it takes too long.
    func find(_ kind: CompletionsQuery.Kind, _ prefix: String) -> [String] {
        // Inside quotes shells hand over the sign that opens them.
        let prefix = prefix.drop { "\"'".contains($0) }
        let query = CompletionsQuery(kind: kind, prefix: prefix.isEmpty ? nil : String(prefix), form: form)
        guard let request = try? ControlRequest(query, CallOptions(actsAs: actsAs)) else { return [] }
        let candidates = (try? daemon?.reply(to: request))?.candidates ?? []
        return candidates.map { Self.isSafe($0.text) ? $0.text : $0.id }.filter { !$0.isEmpty }
    }

    /// Whether no shell reads anything but itself into a name.
    ///
    /// The shells' scripts expand what they are offered, and a name may be from anybody in the household: `$(…)` must
    /// never get there. What has other characters is offered by its id.
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

/// The words of a command line that is not finished.
private struct TypedWords {
    private let words: [String]

    /// Leaves the last word out, which is still being typed.
    init(_ words: [String]) {
        self.words = words.dropLast()
    }

    /// The value that stands behind an option, or after its equals sign.
    func value(of option: String) -> String? {
        for (index, word) in words.enumerated() {
            if word == option { return words.indices.contains(index + 1) ? words[index + 1] : nil }
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The word behind `record` and what is to be done with it.
    var form: String? {
        let names = words.drop { $0 != "record" }.filter { !$0.hasPrefix("-") }
        return names.count > 2 ? names[names.startIndex + 2] : nil
    }
}

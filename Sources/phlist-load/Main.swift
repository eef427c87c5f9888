import ArgumentParser
import Glibc
import PhlistControl
import PhlistVocabulary

@main struct PhlistLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlist-load",
        abstract: "Adds items one request after the other, and notes each that was acknowledged.",
        discussion: """
            A line for each item that phlistd says it has stored: the time of its request in microseconds, its id, its \
            title. The lines of one request are written at once. The first failure ends the run with its exit status; \
            a request whose connection breaks is sent once more, as phlistctl does it.
            """
    )

    @Option(help: "The control socket of phlistd.")
    var socket: String

    @Option(help: "How many requests; without it they end with the first failure.")
    var count = Int.max

    @Option(help: "How many items one request adds.")
    var group = 1

    @Argument(help: "The list to add to.")
    var list: String

    @Argument(help: "What the titles begin with; never use it twice.")
    var prefix: String

    func run() throws {
        let surroundings = Surroundings.ofProcess(environment: [:])
        let path = try SocketPath(option: socket, profile: .standard, surroundings: surroundings)
        let client = ControlClient(socket: path, timeout: .seconds(30))
        do {
            for number in 0..<count {
                try add(number, with: client)
            }
        } catch let error as ClientError {
            throw failure(error.controlError)
        }
    }

    private func add(_ number: Int, with client: ControlClient) throws {
        let titles = (1...max(group, 1)).map { "\(prefix)-\(number)-\($0)" }
        let call = AddItemsRequest(list: list, titles: titles)
        let request = try ControlRequest(call, CallOptions(key: "\(prefix)-\(number)"))
        let began = ContinuousClock.now
        let reply = try client.reply(to: request)
        let microseconds = Int((ContinuousClock.now - began) / .microseconds(1))
        // A repetition gets the same answer as the first request; anything else means that its key was forgotten.
        guard reply.added.map(\.title) == titles else {
            throw failure(ControlError(.internal, "\"\(titles[0])\" was added by someone else"))
        }
        print(reply.added.map { "\(microseconds) \($0.id) \($0.title)" }.joined(separator: "\n"))
        fflush(nil)
    }

    private func failure(_ error: ControlError) -> ExitCode {
        let text = "phlist-load: \(error.code.rawValue): \(error.message)\n"
        _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        return ExitCode(error.code.exitStatus)
    }
}

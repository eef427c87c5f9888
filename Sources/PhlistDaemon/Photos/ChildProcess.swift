import Subprocess
import SystemPackage

/// A program that runs in a directory, for a limited time, without this process's environment, descriptors and signal
/// settings.
struct ChildProcess: Sendable {
    /// The program's path.
    var path: String
    var arguments: [String]
    /// Each of the form `NAME=value`.
    var environment: [String]
    var directory: String
    var timeoutSeconds: Int

    /// The most that a program may write to its standard error, in bytes.
    private static let messageBytesMax = 1 << 16

    /// The end of the process.
    enum Ending: Hashable, Sendable {
        /// Ended by itself, and what it wrote to its standard error.
        case exited(Int32, messages: String)
        /// Ended by a signal, which is also how a program ends whose time is up.
        case signalled
        /// Killed because it said more than it may.
        case saidTooMuch
        /// It could not be started, or its output not be read.
        case failed
    }

    /// Runs it to its end; a program that takes too long is killed, with those that it started.
    func run() async -> Ending {
        await withTaskGroup(of: Ending?.self) { group in
            group.addTask { await runToEnd() }
            group.addTask {
                try? await ContinuousClock().sleep(for: .seconds(timeoutSeconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .signalled
        }
    }

    private func runToEnd() async -> Ending {
        var options = PlatformOptions()
        // A group of its own, so that a kill reaches its children, too.
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(path)),
                arguments: Arguments(arguments),
                environment: .custom(environment.map { Array($0.utf8) + [0] }),
                workingDirectory: FilePath(directory),
                platformOptions: options,
                output: .discarded,
                error: .string(limit: Self.messageBytesMax)
            )
            guard case .exited(let status) = result.terminationStatus else { return .signalled }
            return .exited(status, messages: result.standardError)
        } catch let error as SubprocessError where error.code == .outputLimitExceeded {
            return .saidTooMuch
        } catch {
            return .failed
        }
    }
}

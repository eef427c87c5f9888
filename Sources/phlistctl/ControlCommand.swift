import ArgumentParser

/// A command that talks to phlistd: it parses its arguments, sends requests, and shows the replies.
protocol ControlCommand: ParsableCommand {
    var options: GlobalOptions { get }

    /// Performs the command; everything it uses is in the context, so that tests need no process.
    func run(_ context: Context) throws
}

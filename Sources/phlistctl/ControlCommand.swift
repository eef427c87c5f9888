import ArgumentParser

/// A command that talks to phlistd: it is parsed, asks, and shows what it was told.
protocol ControlCommand: ParsableCommand {
    var options: GlobalOptions { get }

    /// Does the work; everything it touches is in the context, so that tests need no process.
    func run(_ context: Context) throws
}

import PhlistControl

extension Context {
    /// Performs long work, and shows its progress on a terminal.
    ///
    /// - Parameters:
    ///   - text: The name and the total amount of the work.
    ///   - rest: The message about the state if the user interrupts the work.
    ///   - work: The work, which reports its progress.
    /// - Returns: The result of the work.
    /// - Throws: The errors of the work.
    func showing<Result>(
        _ text: ProgressText,
        leaving rest: TerminalText,
        _ work: (Progress) throws -> Result
    ) throws -> Result {
        let progress = Progress(text, on: format == nil ? progressScreen : nil)
        defer { progress.end() }
        do {
            return try work(progress)
        } catch ClientError.interrupted {
            progress.end()
            try note("stopped: \(rest)")
            throw ClientError.interrupted
        }
    }
}

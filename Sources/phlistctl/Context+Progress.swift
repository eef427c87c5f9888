import PhlistControl

extension Context {
    /// Does a long piece of work, and shows on a terminal how far it is.
    ///
    /// - Parameters:
    ///   - text: What is done, and how much of it there is.
    ///   - rest: What is left when the user stops it.
    ///   - work: Counts what it has done.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
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

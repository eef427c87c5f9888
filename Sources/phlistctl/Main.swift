import Glibc
import PhlistControl

/// The program; everything to test is in `Invocation`.
@main enum Main {
    static func main() {
        StandardStreams.occupy()
        Interrupt.watch()
        let invocation = Invocation(
            arguments: [],
            output: DescriptorOutput(descriptor: STDOUT_FILENO),
            messages: DescriptorOutput(descriptor: STDERR_FILENO),
            makeContext: Context.live
        )
        exit(invocation.run(arguments))
    }

    /// Returns the arguments of the program.
    ///
    /// - Throws: `ControlError` for invalid UTF-8, in which Swift would replace characters.
    private static func arguments() throws -> [String] {
        try CommandLine.unsafeArgv.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: Int(CommandLine.argc)) {
            let words = UnsafeBufferPointer(start: $0, count: Int(CommandLine.argc)).dropFirst()
            return try words.enumerated().map { index, word in
                guard let text = word.flatMap(String.init(validatingCString:)) else {
                    throw ControlError(.invalid, "argument \(index + 1) is not UTF-8", hint: "see: locale")
                }
                return text
            }
        }
    }
}

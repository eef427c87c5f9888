import Glibc
import PhlistControl

/// The program; everything that a test wants to see lies below `Invocation`.
@main enum Main {
    static func main() {
        Interrupt.watch()
        let invocation = Invocation(
            arguments: Array(CommandLine.arguments.dropFirst()),
            output: DescriptorOutput(descriptor: STDOUT_FILENO),
            messages: DescriptorOutput(descriptor: STDERR_FILENO),
            makeContext: Context.live
        )
        exit(invocation.run())
    }
}

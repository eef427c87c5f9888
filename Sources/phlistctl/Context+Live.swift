import FoundationEssentials
import Glibc
import PhlistControl

extension Context {
    /// Creates the context of the process.
    static func live(_ options: GlobalOptions) throws -> Context {
        let environment = ProcessInfo.processInfo.environment
        let surroundings = Surroundings.ofProcess(environment: environment)
        let profile = try options.profile.map { name throws(PathError) in try Profile(name: name) } ?? .standard
        let socket = try SocketPath(option: options.socket, profile: profile, surroundings: surroundings)
        let seconds = options.timeout ?? Limits.timeoutSecondsUsual
        let isColored = options.color.isColored(isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
        let window = WindowSize.reader(STDOUT_FILENO, environment: environment)
        let isInterrupted = { @Sendable in Interrupt.take() || Termination.isRequested() }
        let isForPeople = (options.format == nil || options.format == .plain) && isatty(STDERR_FILENO) == 1
        return Context(
            daemon: ControlClient(
                socket: socket,
                timeout: .seconds(seconds),
                isInterrupted: isInterrupted,
                whileStarting: isForPeople ? noteStart : nil
            ),
            actsAs: options.actsAs,
            isDryRun: options.dryRun,
            newKey: { String(UInt64.random(in: .min ... .max), radix: 36) },
            format: options.format,
            style: Style(isColored: isColored),
            output: DescriptorOutput(descriptor: STDOUT_FILENO),
            messages: DescriptorOutput(descriptor: STDERR_FILENO),
            input: DescriptorInput(descriptor: STDIN_FILENO),
            clock: .localized(environment),
            timeoutSeconds: seconds,
            socket: socket,
            directories: ProgramDirectories(profile: profile, surroundings: surroundings),
            machine: .this(surroundings),
            window: window,
            progressScreen: WindowSize.reader(STDERR_FILENO, environment: environment).map { size in
                Progress.Screen(columns: { size().columns }) { text in
                    try? DescriptorOutput(descriptor: STDERR_FILENO).write(text)
                }
            },
            viewPicture: PictureViewer.drawing(in: window, environment: environment),
            understandsQuickEntry: QuickEntry.isOn(environment),
            showInPager: Pager.showing(
                in: window,
                isTyped: isatty(STDIN_FILENO) == 1,
                environment: environment
            ),
            makeCode: QRCodeMaker.making(environment: environment),
            reminderOutlets: ReminderOutlets(environment: environment).found,
            saysYes: options.yes,
            edit: { try Editor(environment: environment).edit($0, named: $1) }
        )
    }

    @Sendable private static func noteStart(_ progress: StartProgress) {
        try? DescriptorOutput(descriptor: STDERR_FILENO).write("phlistd is starting: \(progress.words)\n")
    }
}

/// System calls and calls into C libraries are made in a few named files, so that a reader knows where the program
/// touches the machine.
enum SyscallRule {
    /// The files that may import a C library, and what for.
    static let files: [String: String] = [
        "Sources/PhlistControl/System/CStrings.swift": "strings for a new process",
        "Sources/PhlistControl/Client/ControlClient.swift": "waits for an answer with poll",
        "Sources/PhlistControl/System/Errno.swift": "the error of a system call",
        "Sources/PhlistControl/System/FileLock.swift": "the mount of a file, whose device the table of locks names",
        "Sources/PhlistControl/System/FileStatus.swift": "what the file system says about a file",
        "Sources/PhlistControl/System/SignalAction.swift": "what the process does with a signal",
        "Sources/PhlistControl/System/StandardStreams.swift": "fills the places of descriptors that are closed",
        "Sources/PhlistControl/System/Surroundings.swift": "user id and home directory",
        "Sources/PhlistControl/System/UnixSocket.swift": "the client's blocking socket",
        "Sources/PhlistDaemon/Configuration/ConfigurationFiles.swift": "reads configuration files and their directory",
        "Sources/PhlistDaemon/Configuration/ConfigurationFiles+Writing.swift": "replaces a configuration file whole",
        "Sources/PhlistDaemon/Control/Caller.swift": "the caller's uid and login name",
        "Sources/PhlistDaemon/Web/WebListener.swift": "the numbers of two errors",
        "Sources/PhlistWeb/Gzip.swift": "compresses the page with zlib",
        "Sources/PhlistDaemon/Control/ControlListener.swift": "owns the descriptor of the control socket",
        "Sources/PhlistDaemon/Control/ControlSocket.swift": "lock, bind, rename of the control socket",
        "Sources/PhlistDaemon/Host/Clocks.swift": "both clocks",
        "Sources/PhlistDaemon/Host/ReplicaHost+Report.swift": "the process id",
        "Sources/PhlistDaemon/Network/NetworkWatch.swift": "the addresses of this machine, and when they change",
        "Sources/PhlistDaemon/Lifecycle/ControllingTerminal.swift": "whether the terminal is still there",
        "Sources/PhlistDaemon/Lifecycle/DaemonProgram.swift": "the last line on standard error",
        "Sources/PhlistDaemon/Lifecycle/LineLogHandler.swift": "one write per line, and whether the journal listens",
        "Sources/PhlistDaemon/Lifecycle/PrivateDirectory.swift": "makes and judges directories",
        "Sources/PhlistDaemon/Lifecycle/ProcessSetup.swift": "umask, signals and the name of the host",
        "Sources/PhlistDaemon/Lifecycle/ServiceManager.swift": "the process id",
        "Sources/PhlistDaemon/Lifecycle/SocketCalls.swift": "the calls that the control socket needs",
        "Sources/PhlistDaemon/Photos/PhotoImport.swift": "removes the directory that a photo was made in",
        "Sources/PhlistDiscovery/ServiceReference.swift": "dns_sd.h",
        "Sources/PhlistLog/Files/PosixFileSystem.swift": "the real files behind the protocol FileSystem",
        "Sources/PhlistPairing/Ristretto255.swift": "libsodium",
        "Sources/PhlistTransport/IPAddress.swift": "text and interface names of addresses",
        "Sources/PhlistTransport/Listener.swift": "names of socket errors",
        "Sources/PhlistTransport/NetworkAddress+NIO.swift": "address families",
        "Sources/PhlistTransport/NetworkAddress.swift": "names of hosts",
        "Sources/PhlistTransport/NetworkFault.swift": "names of socket errors",
        "Sources/PhlistTestKit/GoldenFile.swift": "reads and writes files of the tree",
        "Sources/PhlistTestKit/ScriptedServer.swift": "a socket that answers by a script",
        "Sources/phlist-bench/BenchHost.swift": "daemons that pause and end",
        "Sources/phlist-bench/NetworkFloor.swift": "the floor is a TCP connection between namespaces",
        "Sources/phlist-bench/ProcessUse.swift": "what the kernel says of a process",
        "Sources/phlist-bench/SyncBench.swift": "waits while nothing happens",
        "Sources/phlist-bench/CtlBench.swift": "the floor is one pwrite and one fdatasync",
        "Sources/phlist-bench/TimedProcess.swift": "whole processes are measured",
        "Sources/phlist-bench/MemoryUse.swift": "the size of this process",
        "Sources/phlist-bench/ColdStart.swift": "the floor is the reading of the file",
        "Sources/phlist-bench/DaemonLoad.swift": "other programs and their output",
        "Sources/phlist-bench/FlushFloor.swift": "the floor is one pwrite and one fdatasync",
        "Sources/phlist-bench/Growth/CurveHousehold.swift": "removes the snapshot before a start",
        "Sources/phlist-bench/Growth/DecadeBench.swift": "removes the snapshot before a start",
        "Sources/phlist-bench/Peers/FilePeers.swift": "a file for other programs",
        "Sources/phlist-bench/Peers/RsyncCopy.swift": "a file for rsync",
        "Sources/phlist-bench/Peers/SyncthingPair.swift": "servers of the run, and their files",
        "Sources/phlist-bench/Peers/RedisServer.swift": "a server of the run, and what its benchmark prints",
        "Sources/phlist-bench/SQLite.swift": "finds the library if it is there",
        "Sources/phlist-load/Main.swift": "one write for each acknowledgement",
        "Sources/phlistctl/Context+Live.swift": "whether output goes to a terminal",
        "Sources/phlistctl/Arguments/Invocation.swift": "the exit status",
        "Sources/phlistctl/Main.swift": "the exit status",
        "Sources/phlistctl/Terminal/FileInput.swift": "opens a file that the user named",
        "Sources/phlistctl/Terminal/Clock.swift": "the time and the zone of the user",
        "Sources/phlistctl/Terminal/Editor.swift": "the private file that is edited",
        "Sources/phlistctl/Terminal/TerminalProcess.swift": "hands the terminal to another program",
        "Sources/phlistctl/Reminding/ChildProgram.swift": "runs programs that show reminders",
        "Sources/phlistctl/Shop/FullScreen.swift": "a terminal without lines, and signals that leave it",
        "Sources/phlistctl/Terminal/Interrupt.swift": "SIGINT",
        "Sources/phlistctl/Terminal/TemporaryDirectory.swift": "a name that nobody can foresee",
        "Sources/phlistctl/Terminal/Termination.swift": "SIGTERM and SIGHUP",
        "Sources/phlistctl/Terminal/TextInput.swift": "reads standard input",
        "Sources/phlistctl/Terminal/TextOutput.swift": "writes standard output and error",
        "Sources/phlistctl/Terminal/WindowSize.swift": "the size of the terminal's window",
        "Sources/phlistd/Main.swift": "the exit status",
    ]

    /// Calls that no method of ours is named after.
    static let calls = [
        "accept4", "fallocate", "fdatasync", "flock", "fstat", "fstatat", "fsync", "ftruncate", "getifaddrs",
        "getsockopt",
        "linkat", "lseek", "lstat", "mkdirat", "mmap", "openat", "pread", "pwrite", "recvfrom", "recvmsg", "renameat",
        "sendmsg", "sendto", "setsockopt", "statfs", "unlinkat",
    ]

    /// Where a file imports the C library or calls it although it is not named.
    static func findings(in file: SourceFile, files: [String: String] = files) -> [String] {
        guard files[file.path] == nil else { return [] }
        return importFindings(file) + callFindings(file)
    }

    private static func importFindings(_ file: SourceFile) -> [String] {
        ImportRule.imports(in: file.text).filter {
            ["Glibc", "Musl", "Foundation", "CDNSSD", "CSodium"].contains($0.module)
        }.map {
            file.finding(line: $0.line, "imports \($0.module) without a reason in SyscallRule.files")
        }
    }

    private static func callFindings(_ file: SourceFile) -> [String] {
        let call = /(?:^|[^.\w]|\bGlibc\.)(\w+)\(/
        return MaskedSource(file.text).codeLines.enumerated().flatMap { index, line in
            line.matches(of: call).filter { calls.contains(String($0.1)) && !line.contains("func \($0.1)(") }.map {
                file.finding(line: index + 1, "calls \($0.1) without a reason in SyscallRule.files")
            }
        }
    }
}

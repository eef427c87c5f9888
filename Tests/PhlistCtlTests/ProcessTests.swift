import Foundation
import PhlistTestKit
import Testing

/// The program as a process: what only a kernel can show.
struct ProcessTests {
    static let head = "HTTP/1.1 200 OK\r\n\r\n"
    static let ready = #"{"at":1,"cursor":"a","event":"ready"}"# + "\n"
    static let lists = #"{"lists":[],"schemaVersion":1}"#

    @Test func `a missing daemon is told in one line with the status 69`() throws {
        let program = try Program(["--socket", "/no/such/socket", "ls"])
        #expect(program.wait() == 69)
        #expect(program.output() == "")
        #expect(
            program.messages() == "phlistctl: phlistd is not running (no socket at /no/such/socket); "
                + "try: phlistd --socket /no/such/socket\n"
        )
    }

    @Test func `wrong arguments end with the status 64`() throws {
        let program = try Program(["ls", "--bogus"])
        #expect(program.wait() == 64)
        #expect(program.messages().hasPrefix("phlistctl: unknown option '--bogus'"))
    }

    @Test func `the socket comes from the environment, too`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.head + Self.lists)])
        let program = try Program(["list", "ls", "--json"], environment: ["PHLIST_SOCKET": server.path])
        #expect(program.wait() == 0)
        #expect(program.output() == "\(Self.lists)\n")
        #expect(program.messages() == "")
    }

    @Test func `Ctrl-C ends watch quietly with the status 130`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.head + Self.ready), .waitForClient])
        let program = try Program(["watch", "--json", "--socket", server.path])
        #expect(program.readLine() == Self.ready.dropLast())
        program.interrupt()
        #expect(program.wait() == 130)
        #expect(program.output() == "")
        #expect(program.messages() == "")
    }

    @Test func `Ctrl-C closes the pairing code`() throws {
        let opened = #"{"attemptsLeft":3,"code":"482177302","schemaVersion":1,"state":"open"}"#
        let closed = #"{"attemptsLeft":0,"schemaVersion":1,"state":"none"}"#
        let server = ScriptedServer(
            [.readRequest, .send(Self.head + opened)],
            [.readRequest, .waitForClient],
            [.readRequest, .send(Self.head + closed)]
        )
        let program = try Program(["pair", "-q", "--socket", server.path])
        #expect(program.readLine() == "482177302")
        #expect(server.requests(countMin: 2).last?.hasPrefix("GET /v1/pairing?wait=") == true)
        program.interrupt()
        #expect(program.wait() == 130)
        #expect(server.requests.last?.hasPrefix("DELETE /v1/pairing HTTP/1.1\r\n") == true)
    }

    @Test func `a reader that has gone is no error`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.head + Self.lists)])
        let program = try Program(["list", "ls", "--json", "--socket", server.path], readsOutput: false)
        #expect([0, 128 + SIGPIPE].contains(program.wait()))
        #expect(program.messages() == "")
    }

    @Test func `an output that is full is an error`() throws {
        let program = try Program(["version"], outputPath: "/dev/full")
        #expect(program.wait() == 74)
        #expect(program.messages() == "phlistctl: cannot write the output: no space left on device\n")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell gets a script that names the commands`(shell: String) throws {
        let program = try Program(["completion", shell])
        let script = program.output()
        #expect(program.wait() == 0)
        #expect(script.contains("phlistctl"))
        #expect(script.contains("undone"))
    }

    @Test func `bash takes the script`() throws {
        let script = try Program(["completion", "bash"]).output()
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["-n"]
        let input = Pipe()
        bash.standardInput = input
        try bash.run()
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
    }
}

/// The built phlistctl, running, with an environment of its own.
private final class Program {
    private let process = Process()
    private let standardOutput = Pipe()
    private let standardError = Pipe()

    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        outputPath: String? = nil,
        readsOutput: Bool = true
    ) throws {
        process.executableURL = try Self.executable()
        process.arguments = arguments
        let given = ["LD_LIBRARY_PATH"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { (name, $0) }
        }
        process.environment = environment.merging(given) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        process.standardError = standardError
        process.standardOutput = outputPath.flatMap(FileHandle.init(forWritingAtPath:)) ?? standardOutput
        if !readsOutput { try standardOutput.fileHandleForReading.close() }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func interrupt() {
        process.interrupt()
    }

    /// The exit status; 128 and the signal when a signal ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }

    func readLine() -> String {
        var bytes: [UInt8] = []
        while let byte = try? standardOutput.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func output() -> String {
        Self.text(standardOutput)
    }

    func messages() -> String {
        Self.text(standardError)
    }

    private static func text(_ pipe: Pipe) -> String {
        let data = try? pipe.fileHandleForReading.readToEnd()
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The program lies beside the test bundle, which is what runs.
    private static func executable() throws -> URL {
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: runner).deletingLastPathComponent().appending(path: "phlistctl")
    }
}

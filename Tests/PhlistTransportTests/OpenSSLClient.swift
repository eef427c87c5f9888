import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import PhlistTransport

/// An `openssl s_client`: a client with all the oddities that our own dialler refuses to have.
struct OpenSSLClient {
    /// What came of one run.
    struct Result {
        /// With `-quiet`, the bytes of the application and nothing else.
        let output: [UInt8]
        /// Zero when the other end said farewell before it closed.
        let status: Int32
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Forgets keys and tickets.
    func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// A file for a ticket.
    var ticket: String { path("ticket") }

    /// The options that present the certificate of an identity.
    func presenting(_ identity: DeviceIdentity) throws -> [String] {
        ["-cert", try certificate(of: identity, named: "own.pem"), "-key", try key(of: identity)]
    }

    /// Writes a certificate to a file.
    func certificate(of identity: DeviceIdentity, named name: String) throws -> String {
        let der = Data(try identity.certificate.toDERBytes()).base64EncodedString(options: .lineLength64Characters)
        return try write("-----BEGIN CERTIFICATE-----\n\(der)\n-----END CERTIFICATE-----\n", to: name)
    }

    /// The files of a new self-signed certificate; the options tell the kind of its key.
    func selfSigned(_ options: [String]) async throws -> (certificate: String, key: String) {
        let files = (certificate: path("odd.pem"), key: path("odd.key"))
        let request = [
            "req", "-x509", "-nodes", "-subj", "/CN=phlist", "-keyout", files.key, "-out", files.certificate,
        ]
        _ = try await run(request + ["-newkey"] + options, input: [])
        return files
    }

    /// Connects, sends bytes, and waits until the other end has closed.
    func connect(to address: NetworkAddress, _ options: [String], sending input: [UInt8] = []) async throws -> Result {
        try await run(["s_client", "-connect", "\(address)"] + options, input: input)
    }

    private func key(of identity: DeviceIdentity) throws -> String {
        try write(identity.privateKey.pemRepresentation, to: "own.key")
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appending(path: name))
        return path(name)
    }

    private func path(_ name: String) -> String {
        folder.appending(path: name).path
    }

    private func run(_ arguments: [String], input: [UInt8]) async throws -> Result {
        let output = folder.appending(path: UUID().uuidString)
        try Data().write(to: output)
        let standardInput = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = standardInput
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try await ended(process) { try standardInput.fileHandleForWriting.write(contentsOf: Data(input)) }
        try standardInput.fileHandleForWriting.close()
        try #require(process.terminationReason == .exit, "the client was not turned away")
        return Result(output: [UInt8](try Data(contentsOf: output)), status: process.terminationStatus)
    }

    /// Runs a process to its end, which comes by force when nobody turns it away.
    private func ended(_ process: Process, afterStart: () throws -> Void) async throws {
        var force: Scheduled<Void>?
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
                // Not by a signal that can be blocked: children inherit the mask of the thread that starts them.
                force = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(60)) {
                    [id = process.processIdentifier] in _ = kill(id, SIGKILL)
                }
                try afterStart()
            } catch {
                process.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        force?.cancel()
    }
}

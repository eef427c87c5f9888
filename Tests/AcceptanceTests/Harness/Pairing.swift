import Foundation
import Testing

/// Lets homes into households as people do it: with a terminal at either end.
enum Pairing {
    /// An open code, and the terminal that shows it.
    struct OpenCode {
        var code: String
        var port: UInt16
        var pairing: Terminal
    }

    static func openCode(on host: Home) throws -> OpenCode {
        let pairing = try host.terminal("pair", "--json")
        try pairing.expect("\"state\":\"open\"")
        let code = try #require(pairing.transcript.firstMatch(of: /"code":"(\d+)"/)?.1)
        let port = try #require(pairing.transcript.firstMatch(of: /"port":(\d+)/)?.1)
        return OpenCode(code: String(code), port: try #require(UInt16(port)), pairing: pairing)
    }

    /// Lets a home into the household of another one, through a port that leads there.
    static func join(
        _ guest: Home,
        to host: Home,
        _ options: String...,
        through way: (UInt16) throws -> UInt16 = { $0 }
    ) throws {
        let open = try openCode(on: host)
        let arguments = ["join", "--host", "127.0.0.1:\(try way(open.port))"] + options
        let joined = try guest.phlistctl(arguments, input: "\(open.code)\n")
        #expect(joined.status == 0, "\(joined.transcript)")
        #expect(try open.pairing.wait() == 0)
    }

    /// Two devices of one household, with the list Shopping of one of them.
    static func household() throws -> (ann: Home, mallory: Home) {
        let (ann, mallory) = (try Home(), try Home())
        #expect(try ann("add", "milk").status == 0)
        try join(mallory, to: ann)
        return (ann, mallory)
    }

    /// The port at which a home meets other devices.
    static func port(of home: Home) throws -> UInt16 {
        let status = try home("status", "--json").output
        return try #require(status.firstMatch(of: /"port":(\d+)/).flatMap { UInt16($0.1) }, "\(status)")
    }
}

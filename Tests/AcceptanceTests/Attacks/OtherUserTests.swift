import Foundation
import Testing

/// Another user of the machine, at a control socket that is not his.
///
/// Only root can become another user.
@Suite(.enabled(if: geteuid() == 0, "needs root, to become another user"))
struct OtherUserTests {
    /// What nobody, or root without any right, gets of the status of a daemon: the status of HTTP, or curl's own.
    private static func status(_ home: Home, as user: String) throws -> Outcome {
        try home.shell(
            "exec \(user) curl --silent --show-error --max-time 10 --output /dev/null --write-out '%{http_code}' "
                + "--unix-socket control.sock http://phlist/v1/status"
        )
    }

    private static let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all"
    /// What curl says when it cannot connect.
    private static let couldNotConnect: Int32 = 7

    @Test func `the directory alone keeps another user out`() throws {
        let home = try Home()
        #expect(try home.shell("chmod 666 control.sock").status == 0)
        #expect(try Self.status(home, as: "").output == "200")
        #expect(try Self.status(home, as: Self.nobody).status == Self.couldNotConnect)
    }

    @Test func `the mode of the socket alone keeps another user out`() throws {
        let home = try Home()
        #expect(try home.shell("chmod 755 .").status == 0)
        #expect(try Self.status(home, as: Self.nobody).status == Self.couldNotConnect)
    }

    @Test func `the uid alone keeps another user out`() throws {
        let home = try Home()
        #expect(try home.shell("chmod 755 . && chmod 666 control.sock").status == 0)
        #expect(try Self.status(home, as: "").output == "200")
        #expect(try Self.status(home, as: Self.nobody).output == "403")
    }

    @Test func `a state directory, or a key, of another user is not used`() throws {
        let home = try Home()
        try home.daemon.stop()
        let start = "exec timeout 20 phlistd --state-dir $PWD/state --socket $PWD/other.sock --port 0 --no-discovery"
        let others = try home.shell("chown 65534 state; \(start)")
        #expect(others.status == 77 && others.messages.contains("belongs to uid 65534"), "\(others.transcript)")
        let key = try home.shell("chown 0 state; chown 65534 state/device.key; \(start)")
        #expect(key.status == 78 && key.messages.contains("belongs to another user"), "\(key.transcript)")
        #expect(try home.shell("chown 0 state/device.key").status == 0)
        try home.daemon.start()
    }
}

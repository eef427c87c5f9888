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
        let refused = try Self.status(home, as: Self.nobody)
        // The refusal may be there, and the connection gone, before curl has said what it wants.
        #expect(["403", "000"].contains(refused.output), "\(refused)")
        #expect(home.daemon.logText.contains("control connection refused code=not-permitted"))
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

    /// What is the owner's alone, where others may talk to phlistd: the request line, and the body.
    private static let ownersRequests = [
        "POST pairing": "{}", "GET pairing": "", "DELETE pairing": "",
        "POST pairing/join": #"{"host":"127.0.0.1:1","code":"482177302"}"#,
        "POST pairing/answer": #"{"isAllowed":true}"#,
        "PATCH devices": #"{"device":"x","name":"y"}"#, "DELETE devices": #"{"device":"x"}"#,
        "PATCH household": #"{"name":"x"}"#, "POST household/leave": "{}", "POST household/reform": "{}",
        "GET backup": "", "POST backup": "x", "POST store/give-up": "{}",
        "PATCH config": #"{"key":"photos","value":"all"}"#,
    ]

    /// What systemd tells the system service by, and a group that has everybody in it.
    private static let systemService = """
        mkdir etc service; chmod 755 . service; unset PHLIST_SOCKET
        export CONFIGURATION_DIRECTORY=$PWD/etc STATE_DIRECTORY=$PWD/state RUNTIME_DIRECTORY=$PWD/service
        phlistd --port 0 --no-discovery >>log 2>&1 &
        ask() {
            ${user-\(nobody)} curl -s --max-time 10 -o /dev/null -w '%{http_code}\n' \
                --unix-socket service/control.sock "${@:2}" "http://phlist/v1/$1"
        }
        for i in $(seq 400); do [ -S service/control.sock ] && break; read -rt 0.05 <> <(:) || :; done
        chmod 666 service/control.sock
        """

    @Test func `a user who holds all connections that he can get keeps nobody else out`() throws {
        let home = try Home()
        try home.daemon.stop()
        let answers = try home.bash(
            """
            \(Self.systemService)
            for i in $(seq 70); do
                \(Self.nobody) curl -sN --max-time 60 -D - -o /dev/null \
                    --unix-socket service/control.sock http://phlist/v1/events >held$i &
            done
            for i in $(seq 400); do [ "$(jobs -r | wc -l)" = 17 ] && break; read -rt 0.05 <> <(:) || :; done
            cat held* | grep -c '200 OK'
            user="setpriv --reuid=65533 --regid=65533 --clear-groups"; ask status
            user= ask status
            kill $(jobs -p); wait
            """
        )
        #expect(answers.output.split(separator: "\n") == ["16", "200", "200"], "\(answers.transcript)")
    }

    @Test func `photos that a user never sends to their end keep nobody else from setting one`() throws {
        let home = try Home()
        try home.daemon.stop()
        let answers = try home.bash(
            """
            \(Self.systemService)
            mkfifo silence; exec 9<>silence
            for i in 1 2 3 4 5 6; do
                \(Self.nobody) curl -sN --max-time 60 -H Expect: -X POST -T - \
                    --unix-socket service/control.sock http://phlist/v1/photos <&9 >held$i 9<&- &
            done
            for i in $(seq 400); do [ "$(ls state/import | wc -l)" -ge 2 ] && break; read -rt 0.05 <> <(:) || :; done
            vips black cow.jpg 64 64 --bands 3
            user= ask photos -X POST --data-binary @cow.jpg
            kill $(jobs -p); wait
            """
        )
        #expect(answers.output == "200\n", "\(answers.transcript)")
    }

    @Test func `a user who is a member lets in phones of their own, and sees no others`() throws {
        let home = try Home.called("ann")
        try home("-q", "member", "add", "ben").check()
        try home("-q", "device", "share", "ann", "ben", "--yes").check()
        try home.servePage()
        try home("-q", "phone", "add", "ann").check()
        try Browser("ann", at: home).enter(as: "ann", called: "of ann")
        try home.daemon.stop()
        let answers = try home.bash(
            """
            printf 'web: true\\nweb-port: 0\\n' >phlist.yaml; mkdir -p etc; cp phlist.yaml etc
            \(Self.systemService.replacing("mkdir etc service", with: "mkdir service"))
            ask phones -X POST --json '{"member":"ben"}'
            ask members/me -X POST --json '{"member":"ben"}'
            for i in $(seq 400); do [ "$(ask phones -X POST --json '{"member":"ben"}')" = 200 ] && break; done
            ask phones -X POST --json '{"member":"ben"}'; ask phones -X POST --json '{"member":"ann"}'
            ask phones -X DELETE --json '{"phone":"of ann"}'
            \(Self.nobody) curl -s --unix-socket service/control.sock http://phlist/v1/phones | grep -c 'of ann'
            user= ask phones -X POST --json '{"member":"ann"}'
            kill %1; wait %1
            """
        )
        let expected = ["403", "200", "200", "403", "404", "0", "200"]
        #expect(answers.output.split(separator: "\n").map(String.init) == expected, "\(answers.transcript)")
    }

    @Test func `who may talk to the system service changes neither household nor store`() throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        try home.daemon.stop()
        let requests = Self.ownersRequests.sorted { $0.key < $1.key }
        let asked = requests.map { line, body in
            let (method, path) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst())
            return "ask \(path) -X \(method)" + (body.isEmpty ? "" : " --data-binary '\(body)'")
        }
        let answers = try home.bash(
            """
            \(Self.systemService)
            ask status; ask lists
            \(asked.joined(separator: "\n"))
            kill %1; wait %1
            """
        )
        let expected = ["200", "200"] + requests.map { _ in "403" }
        #expect(answers.output.split(separator: "\n").map(String.init) == expected, "\(requests.map(\.key)) \(answers)")
    }
}

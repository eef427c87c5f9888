import Glibc

/// Two instances of Syncthing that share a folder, and a file in it.
final class SyncthingPair: FilePeer {
    private static let program = "/usr/bin/syncthing"
    private static let key = "bench"
    private static let port = 22_000

    private let directory: String
    private let places: [BenchHost.Place]
    private var processes: [pid_t] = []

    private func file(_ number: Int) -> String { "\(directory)/\(number)/folder/list.txt" }

    /// Starts both in a new directory, and waits until they have shared a first line; nil without Syncthing and curl.
    init?(in directory: String, from: BenchHost.Place, to: BenchHost.Place) throws {
        guard access(Self.program, X_OK) == 0, access("/usr/bin/curl", X_OK) == 0 else { return nil }
        (self.directory, places) = (directory, [from, to])
        mkdir(directory, 0o700)
        let ids = try places.indices.map(makeHome)
        for number in places.indices { try configure(number, ids) }
        for (number, place) in places.enumerated() {
            let words = [Self.program, "serve", "--no-browser", "--no-restart", "--home=\(home(number))"]
            processes.append(try TimedProcess.start(place.command(words)))
        }
        try waitForStart()
        try append("first\n", to: file(0))
        try scan()
        try wait(for: file(1), ofSize: fileSize(file(0)))
    }

    func timeToSend(_ text: String) throws -> Duration {
        let began = ContinuousClock.now
        try append(text, to: file(0))
        try scan()
        try wait(for: file(1), ofSize: fileSize(file(0)))
        return ContinuousClock.now - began
    }

    /// Ends both and waits for them.
    func stop() {
        for process in processes {
            kill(process, SIGTERM)
            _ = try? TimedProcess.wait(for: process)
        }
        processes = []
    }

    private func home(_ number: Int) -> String { "\(directory)/\(number)" }

    /// Makes the key of an instance and returns its id.
    private func makeHome(_ number: Int) throws -> String {
        _ = try TimedProcess.run([Self.program, "generate", "--home=\(home(number))", "--no-default-folder"])
        let output = "\(directory)/id\(number)"
        let words = [Self.program, "--device-id", "--home=\(home(number))"]
        guard try TimedProcess.wait(for: try TimedProcess.start(words, output: output)) == 0,
            let file = fopen(output, "r")
        else { throw TimedProcess.Failure(description: "syncthing has no id") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).prefix { $0 > 32 }, as: UTF8.self)
    }

    /// Writes a configuration that speaks to the other instance alone.
    private func configure(_ number: Int, _ ids: [String]) throws {
        mkdir("\(home(number))/folder", 0o700)
        mkdir("\(home(number))/folder/.stfolder", 0o700)
        let devices = zip(ids, places).map { id, place in
            #"<device id="\#(id)"><address>tcp://\#(place.address):\#(Self.port)</address></device>"#
        }
        let members = ids.map { #"<device id="\#($0)"/>"# }
        let off = ["globalAnnounce", "localAnnounce", "relays", "nat", "crashReporting"].map {
            "<\($0)Enabled>false</\($0)Enabled>"
        }
        let text = """
            <configuration version="36">
            <folder id="bench" path="\(home(number))/folder" type="sendreceive" fsWatcherEnabled="false">
            \(members.joined())
            </folder>
            \(devices.joined())
            <gui enabled="true"><address>127.0.0.1:8384</address><apikey>\(Self.key)</apikey></gui>
            <options>
            <listenAddress>tcp://\(places[number].address):\(Self.port)</listenAddress>
            <reconnectionIntervalS>1</reconnectionIntervalS><urAccepted>-1</urAccepted>
            <autoUpgradeIntervalH>0</autoUpgradeIntervalH>\(off.joined())
            </options>
            </configuration>

            """
        guard let file = fopen("\(home(number))/config.xml", "w") else {
            throw TimedProcess.Failure(description: "cannot write to \(home(number))")
        }
        fputs(text, file)
        fclose(file)
    }

    private func waitForStart() throws {
        let began = ContinuousClock.now
        while (try? scan()) == nil {
            guard ContinuousClock.now - began < .seconds(60) else {
                stop()
                throw TimedProcess.Failure(description: "syncthing does not start")
            }
            poll(nil, 0, 100)
        }
    }

    /// Makes the first instance look for changes at once, as it does by itself only after ten seconds.
    private func scan() throws {
        let words = ["/usr/bin/curl", "-fsS", "-X", "POST", "-H", "X-API-Key: \(Self.key)"]
        _ = try TimedProcess.run(places[0].command(words + ["http://127.0.0.1:8384/rest/db/scan?folder=bench"]))
    }
}

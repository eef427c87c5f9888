import Foundation
import Glibc
import Testing

/// A desktop without a screen: a bus, an X server and dunst, a notification daemon that writes down what it shows.
final class Desktop {
    private let home: Home
    private let child: Child
    private let directory: String
    /// The programs without which there is none; Tests/check.sh names those that are missing.
    static let missingPrograms = ["dbus-run-session", "Xvfb", "dunst", "dunstctl", "busctl", "notify-send"].filter {
        !FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// What a program needs to show something here.
    let environment: [String: String]

    init(for home: Home) throws {
        self.home = home
        directory = "\(home.directory)/desktop"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Self.write(Self.settings(directory), to: "\(directory)/dunstrc")
        try Self.write(Self.noting(directory), to: "\(directory)/note", mode: 0o755)
        try Self.write(Self.choosing(directory), to: "\(directory)/choose", mode: 0o755)
        try Self.write(Self.session(directory), to: "\(directory)/session", mode: 0o755)
        var start = Child.Start(
            program: "/usr/bin/dbus-run-session",
            arguments: ["--", "\(directory)/session"],
            environment: home.environment,
            directory: directory
        )
        let log = "\(directory)/log"
        try Self.write("", to: log)
        start.files = [nil, nil, FileHandle(forWritingAtPath: log)]
        child = try Child(start)
        let ready = "\(directory)/ready"
        let isThere = try Self.waits { FileManager.default.fileExists(atPath: ready) }
        guard isThere else {
            throw HarnessError("no desktop: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
        }
        let lines = try String(contentsOfFile: ready, encoding: .utf8).split(separator: "\n").map(String.init)
        environment = home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": lines[0], "DISPLAY": lines[1]]) { $1 }
    }

    /// What was shown so far: a title and a text in each line.
    var shown: [String] {
        let text = (try? String(contentsOfFile: "\(directory)/shown", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until something was shown a number of times.
    func expect(_ title: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) throws {
        _ = try Self.waits { shown.count { $0.hasPrefix("\(title)|") } >= times }
        let found = shown.filter { $0.hasPrefix("\(title)|") }
        #expect(found.count == times, "\(shown)", sourceLocation: sourceLocation)
    }

    /// Chooses an action of what is on the screen, as a click does.
    func choose(_ action: String) throws {
        try Self.write(action, to: "\(directory)/choice")
        try dunstctl("context").check()
    }

    /// Waits until that many notifications are on the screen.
    func expectDisplayed(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        _ = try Self.waits { try dunstctl("count", "displayed").output.contains("\(count)") }
        #expect(try dunstctl("count", "displayed").output == "\(count)\n", sourceLocation: sourceLocation)
    }

    private func dunstctl(_ arguments: String...) throws -> Outcome {
        try Shell(environment: environment, directory: directory).run("/usr/bin/dunstctl", arguments)
    }

    /// Waits until something is so, for as long as a busy machine takes.
    static func waits(until isSo: () throws -> Bool) throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isSo() {
            guard ContinuousClock.now < deadline else { return false }
            // Looking costs more than waiting for a moment.
            poll(nil, 0, 20)
        }
        return true
    }

    private static func write(_ text: String, to path: String, mode: Int = 0o644) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func settings(_ directory: String) -> String {
        """
        [global]
        dmenu = \(directory)/choose
        markup = full
        [all]
        summary = "*"
        script = \(directory)/note

        """
    }

    /// The program that dunst runs for each notification: application, title, text, icon, urgency.
    private static func noting(_ directory: String) -> String {
        """
        #!/bin/sh
        printf '%s|%s\\n' "$2" "$(printf %s "$3" | tr '\\n' '/')" >> '\(directory)/shown'

        """
    }

    /// The menu of actions: takes the one that a test has chosen.
    private static func choosing(_ directory: String) -> String {
        """
        #!/bin/sh
        grep -m 1 -F "$(cat '\(directory)/choice')"

        """
    }

    private static func session(_ directory: String) -> String {
        """
        #!/bin/bash
        Xvfb -displayfd 3 -screen 0 640x480x8 -nolisten tcp 3> '\(directory)/display' >&2 &
        until [[ -s '\(directory)/display' ]]; do kill -0 $! || exit 1; sleep 0.05; done
        export DISPLAY=:$(cat '\(directory)/display')
        dunst -conf '\(directory)/dunstrc' >&2 &
        owned=(org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus NameHasOwner s)
        until [[ $(busctl --user call "${owned[@]}" org.freedesktop.Notifications) == 'b true' ]]; do
            kill -0 $! || exit 1
            sleep 0.05
        done
        printf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS" "$DISPLAY" > '\(directory)/ready.new'
        mv '\(directory)/ready.new' '\(directory)/ready'
        wait

        """
    }
}

import Foundation
import Testing

@testable import phlistctl

/// What systemd says of the service of phlistd.
struct ServiceStateTests {
    @Test(
        arguments: [
            (
                [
                    "LoadState=loaded", "ActiveState=failed", "SubState=failed", "ExecMainStatus=78",
                    "UnitFileState=enabled",
                ],
                ServiceState(hasFailed: true, exitStatus: 78, isEnabled: true)
            ),
            (
                ["LoadState=loaded", "ActiveState=activating", "SubState=auto-restart", "ExecMainStatus=74"],
                ServiceState(hasFailed: true, exitStatus: 74)
            ),
            (
                [
                    "LoadState=loaded", "ActiveState=inactive", "SubState=dead", "ExecMainStatus=0",
                    "UnitFileState=disabled",
                ],
                ServiceState()
            ),
            (["LoadState=loaded", "ActiveState=active", "SubState=running"], ServiceState(isActive: true)),
            (["LoadState=not-found", "ActiveState=inactive", "SubState=dead", "UnitFileState="], nil),
            (["Failed to connect to bus"], nil), ([], nil),
        ] as [([String], ServiceState?)]
    )
    func `a service that runs, failed, is not enabled or is not installed is told apart`(
        lines: [String],
        state: ServiceState?
    ) {
        #expect(ServiceState(lines: lines) == state)
    }

    @Test func `what systemctl complains of does not reach the user`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "phlist-service-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = "\(folder)/systemctl"
        let text = """
            #!/bin/sh
            echo "LoadState=loaded"
            [ "$(readlink /proc/self/fd/2)" = /dev/null ] && echo "ActiveState=active"
            """
        try text.write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let state = ServiceState(isUsers: true, environment: ["PATH": "\(folder):/usr/bin:/bin"])
        #expect(state == ServiceState(isActive: true))
    }

    @Test func `without systemctl nothing is known`() {
        #expect(ServiceState(isUsers: true, environment: ["PATH": "/no/such"]) == nil)
    }
}

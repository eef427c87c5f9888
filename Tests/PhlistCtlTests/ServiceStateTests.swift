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

    @Test func `without systemctl nothing is known`() {
        #expect(ServiceState(isUsers: true, environment: ["PATH": "/no/such"]) == nil)
    }
}

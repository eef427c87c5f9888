import PhlistControl
import PhlistVocabulary

extension Script {
    static let devices = [
        Script(name: "device", scenes: device),
        Script(name: "household", scenes: home),
    ]

    private static let nas = DeviceView(
        id: "ABCD-EFGH-IJKL-MNOP",
        name: "nas",
        role: .admin,
        members: ["Ann", "Ben"],
        isThis: true,
        addedAt: .now
    )
    private static let pi = DeviceView(
        id: "BBCD-EFGH-IJKL-MNOP",
        name: "pi \u{1B}[31m",
        isNew: true,
        addedAt: .now - 120_000,
        addedBy: "nas"
    )
    private static let noPhone = ControlError(.personNotFound, "no device \"phone\"", hint: "see all with: …")

    private static var device: [Scene] {
        let changed = DeviceReply(device: pi, isChanged: true)
        let same = DeviceReply(device: nas, isChanged: false)
        func scene(_ arguments: [String], _ reply: DeviceReply) -> Scene {
            Scene(arguments: ["device"] + arguments, answers: [.changeDevice: [.reply(reply)]])
        }
        let sharing = [ControlRoute.changeDevice: [ScriptedDaemon.Answer.reply(changed), .reply(changed)]]
        let removal = [ControlRoute.removeDevice: [ScriptedDaemon.Answer.reply(changed), .reply(changed)]]
        return Scene.everyForm(["device", "ls"], .devices, DevicesReply(devices: [nas, pi]))
            + [
                scene(["rename", "raspberry", "pi"], changed),
                scene(["rename", "nas", "nas"], same),
                scene(["role", "pi", "admin"], changed),
                scene(["role", "nas", "admin"], same),
                Scene(arguments: ["device", "role", "pi", "boss"]),
                Scene(arguments: ["device", "share", "pi", "Ann", "Ben", "--yes"], answers: sharing),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing, isTerminal: true, input: "y\n"),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing, isTerminal: true, input: "\n"),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing),
                Scene(arguments: ["device", "share", "pi", "Ann", "-n"], answers: sharing),
                Scene(
                    arguments: ["device", "share", "nas", "Ann"],
                    answers: [.changeDevice: [.reply(same), .reply(same)]]
                ),
                Scene(arguments: ["device", "remove", "pi", "--yes"], answers: removal),
                Scene(arguments: ["device", "remove", "pi", "-n"], answers: [.removeDevice: [.reply(changed)]]),
                Scene(arguments: ["device", "remove", "pi"], answers: removal),
            ] + Scene.refused(["device", "remove", "phone", "--yes"], .removeDevice, noPhone)
    }

    private static var home: [Scene] {
        let reply = HouseholdReply(
            id: "kkllmmnnooppqqrrkkllmmnnooppqqrr",
            name: "Rue Monge",
            devices: [nas, pi],
            members: ["Ann", "Ben"],
            notices: ["only nas lets devices in and out"]
        )
        let left = LeaveHouseholdReply(
            formerName: "Rue Monge",
            name: "pi’s household",
            listCount: 2,
            told: ["nas"],
            notTold: ["tablet"]
        )
        let leave = [ControlRoute.leaveHousehold: [ScriptedDaemon.Answer.reply(left)]]
        let reform = [ControlRoute.reformHousehold: [ScriptedDaemon.Answer.reply(reply)]]
        let refusal = ControlError(.notPermitted, "reform is not needed: nas can add devices")
        return Scene.everyForm(["household", "status"], .household, reply)
            + [
                Scene(arguments: ["household", "rename", "Rue Monge"], answers: [.renameHousehold: [.reply(reply)]]),
                Scene(arguments: ["household", "leave", "--yes"], answers: leave),
                Scene(arguments: ["household", "leave", "-n"], answers: leave),
                Scene(arguments: ["household", "leave"], answers: leave),
                Scene(arguments: ["household", "reform", "--yes"], answers: reform),
                Scene(arguments: ["household", "reform", "--yes", "--force"], answers: reform),
                Scene(arguments: ["household", "reform"], answers: reform),
            ] + Scene.refused(["household", "reform", "--yes"], .reformHousehold, refusal)
    }
}

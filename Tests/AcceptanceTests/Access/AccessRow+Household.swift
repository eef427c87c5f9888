extension AccessRow {
    static let household = [
        AccessRow(command: "member ls", rule: .ask),
        AccessRow(command: "member add TAG", rule: .addPerson, evidence: .word),
        AccessRow(command: "member edit ME --email TAG@example.org", rule: .ownPerson, evidence: .word),
        AccessRow(
            command: "member edit PERSON --email TAG@example.org",
            rule: .otherPerson,
            before: ["member add PERSON"],
            evidence: .word
        ),
        AccessRow(
            command: "member rename PERSON TAG",
            rule: .otherPerson,
            before: ["member add PERSON"],
            evidence: .word
        ),
        AccessRow(command: "member rm PERSON", rule: .otherPerson, before: ["member add PERSON"], evidence: .person),
        AccessRow(command: "member me ME", rule: .beMyself),
        AccessRow(command: "member me OTHER --dry-run", rule: .beAnother),
        AccessRow(command: "list new TAG --as OTHER", rule: .actAs),
        AccessRow(command: "device ls", rule: .ask),
        AccessRow(command: "device rename THIS TAG", rule: .manage, evidence: .word),
        AccessRow(command: "device rename DEVICE TAG", rule: .admit, evidence: .device),
        AccessRow(command: "device role DEVICE admin", rule: .admit, evidence: .device),
        AccessRow(command: "device share DEVICE gail --yes", rule: .admit, evidence: .device),
        AccessRow(command: "device remove DEVICE --yes", rule: .admit, evidence: .device),
        AccessRow(command: "pair", rule: .pair),
        AccessRow(command: "join --host 127.0.0.1:1", rule: .join, input: "482177302\n"),
        AccessRow(command: "household status", rule: .ask),
        AccessRow(command: "household rename TAG", rule: .manage, evidence: .name),
        AccessRow(command: "household leave --dry-run", rule: .leaveHousehold),
        AccessRow(command: "household reform --dry-run", rule: .reform),
        AccessRow(command: "household reform --force --dry-run", rule: .reformByForce),
        AccessRow(command: "phone ls", rule: .ask),
        AccessRow(command: "phone off", rule: .operate),
        AccessRow(command: "peers", rule: .ask),
        AccessRow(command: "sync", rule: .ask),
    ]

    static let machine = [
        AccessRow(command: "status", rule: .ask),
        AccessRow(command: "doctor", rule: .examine, shows: "changes; "),
        AccessRow(command: "doctor --give-up --yes", rule: .giveUp),
        AccessRow(command: "backup TAG.backup", rule: .operate),
        AccessRow(command: "restore-backup BACKUP", rule: .restoreBackup),
        AccessRow(command: "config ls", rule: .operate),
        AccessRow(command: "config get port", rule: .operate),
        AccessRow(command: "config set log-level info", rule: .operate),
        AccessRow(command: "store check STATE", rule: .files),
        AccessRow(command: "store dump STATE", rule: .files),
    ]
}

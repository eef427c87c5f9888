extension AccessRow {
    static let removing =
        [AccessList.people, .cancelOnly, .everybodys].flatMap(removing)
        + removing(from: .everybodysCancelOnly).filter { ["rm BREAD", "list rm LIST"].contains($0.command) }

    private static func removing(from list: AccessList) -> [AccessRow] {
        let emptied = AccessRow(
            command: "purge LIST/old-NUMBER --yes",
            rule: .purge,
            list: list,
            before: ["list deletion LIST allowed", "add LIST old-NUMBER", "rm LIST/old-NUMBER"] + policy(of: list),
            evidence: .list
        )
        return [
            AccessRow(command: "rm BREAD", rule: .remove, list: list, evidence: .list),
            AccessRow(command: "mv BREAD Common --yes", rule: .remove, list: list, evidence: .list),
            AccessRow(command: "list clear-done LIST", rule: .remove, list: list, evidence: .list, isWhole: true),
            AccessRow(
                command: "restore LIST/old-NUMBER",
                rule: .edit,
                list: list,
                before: emptied.before,
                evidence: .list
            ),
            emptied,
            AccessRow(
                command: "list merge LIST Common --yes",
                rule: .merge,
                list: list,
                evidence: .list,
                isWhole: true,
                looksFirst: true
            ),
            AccessRow(command: "list rm LIST", rule: .removeList, list: list, evidence: .list, isWhole: true),
            AccessRow(
                command: "list restore LIST",
                rule: .trash,
                list: list,
                before: ["list rm LIST"],
                evidence: .list,
                isWhole: true
            ),
            AccessRow(
                command: "list purge LIST --yes",
                rule: .own,
                list: list,
                before: ["list rm LIST"],
                evidence: .list,
                isWhole: true
            ),
        ]
    }

    /// What brings back the rule of the list, which the owner had to lift for a while.
    private static func policy(of list: AccessList) -> [String] {
        list.allowsRemoval ? [] : ["list deletion LIST cancel-only"]
    }

    static let sharing = [
        AccessRow(command: "share LIST gail", rule: .own, list: .people, evidence: .sharing, isWhole: true),
        AccessRow(command: "share LIST --everyone", rule: .own, list: .people, evidence: .sharing, isWhole: true),
        AccessRow(
            command: "unshare LIST gail",
            rule: .own,
            list: .people,
            before: ["share LIST gail"],
            evidence: .sharing,
            isWhole: true
        ),
        AccessRow(command: "unshare LIST --everyone", rule: .own, list: .everybodys, evidence: .sharing, isWhole: true),
        AccessRow(
            command: "list deletion LIST cancel-only",
            rule: .policy,
            list: .people,
            evidence: .list,
            isWhole: true
        ),
        AccessRow(
            command: "list deletion LIST cancel-only",
            rule: .policy,
            list: .everybodys,
            evidence: .list,
            isWhole: true
        ),
        AccessRow(
            command: "list deletion LIST allowed",
            rule: .policy,
            list: .cancelOnly,
            evidence: .list,
            isWhole: true
        ),
        AccessRow(command: "invite ls", rule: .invitations, list: .people, shows: "LIST"),
        AccessRow(command: "invite accept LIST", rule: .answer, list: .people, evidence: .sharing, isWhole: true),
        AccessRow(command: "invite decline LIST", rule: .answer, list: .people, evidence: .sharing, isWhole: true),
        AccessRow(command: "leave LIST", rule: .leave, list: .people, evidence: .sharing, isWhole: true),
        AccessRow(command: "leave LIST", rule: .leave, list: .everybodys, evidence: .sharing, isWhole: true),
    ]

    static let making = [
        AccessRow(command: "list copy LIST TAG", rule: .copy, list: .people),
        AccessRow(command: "list new TAG --template LIST", rule: .copy, list: .people),
        AccessRow(command: "list new TAG", rule: .make),
        AccessRow(command: "list new TAG --private", rule: .makePrivate),
        AccessRow(command: "list new TAG --with gail", rule: .make),
        AccessRow(command: "import new.json", rule: .make),
        AccessRow(command: "list default LIST", rule: .choose, list: .people),
        AccessRow(command: "list view LIST --mine --sort name", rule: .choose, list: .people),
        AccessRow(command: "list view --sort name", rule: .choose),
        AccessRow(command: "filter save TAG LIST --due week", rule: .choose, list: .people),
    ]

    static let forms = [
        AccessRow(command: "form show LIST", rule: .read, list: .form),
        AccessRow(command: "form ls", rule: .browse, list: .form, shows: "LIST"),
        AccessRow(command: "record ls LIST", rule: .read, list: .form, shows: "KEY"),
        AccessRow(command: "record show LIST KEY", rule: .read, list: .form),
        AccessRow(command: "record find LIST KEY", rule: .read, list: .form),
        AccessRow(command: "record save LIST Number=NUMBERx", rule: .edit, list: .form, evidence: .records),
        AccessRow(command: "record observe LIST KEY --manual tired", rule: .edit, list: .form, evidence: .records),
        AccessRow(command: "record rm LIST KEY", rule: .edit, list: .form, evidence: .records),
        AccessRow(
            command: "record restore LIST KEY",
            rule: .edit,
            list: .form,
            before: ["record rm LIST KEY"],
            evidence: .records
        ),
        AccessRow(
            command: "form edit LIST --add-field Word",
            rule: .edit,
            list: .form,
            evidence: .records,
            isWhole: true
        ),
        AccessRow(
            command: "form choices LIST Kind --add dog",
            rule: .edit,
            list: .form,
            evidence: .records,
            isWhole: true,
            looksFirst: true
        ),
        AccessRow(command: "form rm LIST", rule: .removeList, list: .form, evidence: .records, isWhole: true),
        AccessRow(command: "form template student --name TAG", rule: .makePrivate),
        AccessRow(command: "form new TAG --from form.json --household", rule: .make),
    ]
}

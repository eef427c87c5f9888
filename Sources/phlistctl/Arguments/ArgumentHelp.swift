import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument that names one list.
    static let list = ArgumentHelp("A list's title, or the first letters of its id.")

    /// The help for arguments that name lists.
    static let lists = ArgumentHelp("Each a list's title, or the first letters of its id.", valueName: "list")

    /// The help for an argument that names one section.
    static let section = ArgumentHelp(
        "A section of a list; a slash in a name is written \\/.",
        valueName: "list/section"
    )

    static let description = ArgumentHelp(
        "What the list is about; a hyphen stands for standard input.",
        valueName: "text"
    )

    static let due = ArgumentHelp("When it is due: a day, perhaps with a time.", valueName: "when")

    /// The help for an argument that names one item.
    static let item = ArgumentHelp("An id or its first letters, LIST/text, or text that matches one open item.")

    /// The help for arguments that name items.
    static let items = ArgumentHelp(
        "Each an id or its first letters, LIST/text, or text that matches one open item.",
        valueName: "item"
    )

    /// The help for arguments that name items in the trash.
    static let trashedItems = ArgumentHelp(
        "Each an id or its first letters, LIST/text, or text that matches one item in the trash.",
        valueName: "item"
    )

    /// The help for an argument that names one device.
    static let device = ArgumentHelp("A device's name, or the first letters of the id.", valueName: "device")

    /// The help for arguments that name members who may see a list.
    static let participant = ArgumentHelp(
        "Each a member's name or e-mail address, the first letters of the id, or house.",
        valueName: "member"
    )

    /// The help for an argument that names one member.
    static let member = ArgumentHelp("A member's name, or the first letters of the id.", valueName: "member")

    /// The help for an argument that names a form.
    static let form = ArgumentHelp("The title of a form, or the first letters of its id.")

    /// The help for an argument that names a record.
    static let key = ArgumentHelp("The key of a record: the value of its first field.")

    /// The help for arguments that name records.
    static let keys = ArgumentHelp("The keys of records: the values of their first field.", valueName: "key")
}

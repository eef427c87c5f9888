import ArgumentParser

extension ArgumentHelp {
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
}

import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument that names one item.
    static let item = ArgumentHelp("An id or its beginning, LIST/text, or text that one open item has.")

    /// The help for arguments that name items.
    static let items = ArgumentHelp(
        "Each an id or its beginning, LIST/text, or text that one open item has.",
        valueName: "item"
    )

    /// The help for arguments that name items in the trash.
    static let trashedItems = ArgumentHelp(
        "Each an id or its beginning, LIST/text, or text that one item in the trash has.",
        valueName: "item"
    )
}

import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument that names a form.
    static let form = ArgumentHelp("The title of a form, or the first letters of its id.")

    /// The help for an argument that names a record.
    static let key = ArgumentHelp("The key of a record: the value of its first field.")

    /// The help for arguments that name records.
    static let keys = ArgumentHelp("The keys of records: the values of their first field.", valueName: "key")
}

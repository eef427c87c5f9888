import ArgumentParser

extension ArgumentHelp {
    /// The help for an argument that names a form.
    static let form = ArgumentHelp("The title of a form, or the beginning of its id.")

    /// The help for an argument that names a record.
    static let key = ArgumentHelp("The key of a record: what its first field says.")

    /// The help for arguments that name records.
    static let keys = ArgumentHelp("The keys of records: what their first field says.", valueName: "key")
}

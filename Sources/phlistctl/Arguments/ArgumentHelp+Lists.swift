import ArgumentParser
import PhlistControl

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
}

/// A yes or no answer as an argument.
enum Answer: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no
}

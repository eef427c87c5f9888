import ArgumentParser
import PhlistControl

extension CompletionKind {
    /// Titles of lists.
    static let lists = live(.lists)
    static let trashedLists = live(.trashedLists)
    /// Titles of lists that the caller is invited to.
    static let invitations = live(.invitations)
    /// Lists, and sections as `LIST/SECTION`.
    static let places = live(.lists, .sections)
    /// Sections, as `LIST/SECTION`.
    static let sections = live(.sections)
    /// Open items.
    static let items = live(.items)
    /// Open items that come back.
    static let recurringItems = live(.recurringItems)
    /// Items that are done or cancelled.
    static let closedItems = live(.closedItems)
    static let trashedItems = live(.trashedItems)
    /// Open items, and the places they may move to.
    static let itemsAndPlaces = live(.items, .lists, .sections)
    /// Items and lists with conflicts.
    static let conflicts = live(.conflicts)
    static let conflictsAndLists = live(.conflicts, .lists)
    static let tags = live(.tags)
    /// Names of saved filters.
    static let filters = live(.filters)
    static let forms = live(.forms)
    /// Keys of the records of the form named earlier on the command line.
    static let records = live(.records)
    /// Names of members.
    static let members = live(.members)
    /// Names of devices.
    static let devices = live(.devices)

    /// Names of phones.
    static let phones = CompletionKind.custom { arguments, _, prefix in
        Candidates(arguments: arguments).findPhones(prefix)
    }

    private static func live(_ kinds: CompletionsQuery.Kind...) -> CompletionKind {
        .custom { arguments, _, prefix in
            let candidates = Candidates(arguments: arguments)
            return kinds.flatMap { candidates.find($0, prefix) }
        }
    }
}

extension CompletionsQuery.Kind: ExpressibleByArgument {}

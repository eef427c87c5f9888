import ArgumentParser
import PhlistControl

extension CompletionKind {
    /// Names of lists, as they are at the moment.
    static let lists = live(.lists)
    /// Titles of lists that the caller is invited to.
    static let invitations = live(.invitations)
    /// Open items.
    static let items = live(.items)
    /// Names of members.
    static let members = live(.members)
    /// Names of devices.
    static let devices = live(.devices)
    /// Sections, as `LIST/SECTION`.
    static let sections = live(.sections)

    private static func live(_ kind: CompletionsQuery.Kind) -> CompletionKind {
        .custom { arguments, _, prefix in
            Candidates(arguments: arguments).find(kind, prefix)
        }
    }
}

extension CompletionsQuery.Kind: ExpressibleByArgument {}

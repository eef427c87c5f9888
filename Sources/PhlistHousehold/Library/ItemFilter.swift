package import PhlistModel
package import PhlistVocabulary

/// The conditions and the display of items that a person saved under a name, on one device.
///
/// Lists, sections and members are kept by their ids, so that another name changes nothing, with the name of that day
/// for the moment when they are gone. A due date is kept in words, which mean the day of each use.
///
/// ```
/// filter = { word = value }…, a line each: the conditions in the order below, then the lines of the display
///          list=<id>[/<section>] <name>    at most 16         assign=me | none | <id> <name>
///          state=<name>   all=yes   due=<words>   tag=<tag> (at most 16)   priority=<name>
/// ```
package struct ItemFilter: Hashable, Sendable {
    /// The lists and sections; empty for all lists.
    package var places: [Place] = []
    package var state: WorkState?
    /// Whether items that are done, cancelled or in the trash are included.
    package var includesAll = false
    package var assignee: Assignee?
    /// A date in the words of the person; `none` for items without one.
    package var due: String?
    /// Tags that an item must all have.
    package var tags: [String] = []
    /// The lowest priority.
    package var priority: Priority?
    package var display = ItemDisplay()

    /// A list or a section, with its name when the filter was saved.
    package struct Place: Hashable, Sendable {
        package var spot: Library.Spot
        package var name: String

        package init(spot: Library.Spot, name: String) {
            (self.spot, self.name) = (spot, name)
        }
    }

    /// A condition for the assignee.
    package enum Assignee: Hashable, Sendable {
        /// The person who uses the filter.
        case me
        case nobody
        /// A member, with their name when the filter was saved.
        case member(MemberID, name: String)
    }

    /// Creates a filter without conditions.
    package init() {}

    /// The limit of an encoded filter: sixteen places whose names have two titles each, and the rest.
    package static let bytesMax = TextLimits.filterPlacesMax * (2 * TextKind.title.bytesMax + 64) + 4096

    /// Returns the filter for a household to which its lists were copied.
    ///
    /// A list or a member that was left behind stays in the filter, which then shows nothing and says why.
    func following(_ copies: [ScopeID: ScopeID], _ people: (MemberID) -> MemberID?) -> ItemFilter {
        var filter = self
        for index in places.indices {
            filter.places[index].spot.scope = copies[places[index].spot.scope] ?? places[index].spot.scope
        }
        if case .member(let member, let name)? = assignee {
            filter.assignee = .member(people(member) ?? member, name: name)
        }
        return filter
    }
}

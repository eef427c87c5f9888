package import PhlistModel
package import PhlistVocabulary

/// The refusal of a command about items.
package enum ItemError: Error, Hashable, Sendable {
    case notFound(String)
    /// The text is too short to find an item by its title.
    case textTooShort(String)
    case ambiguous(String, candidates: [EntityReference])
    case nothingToAdd
    /// The title of a list, where an item is to be named.
    case namesList(ScopeID)
    case titleForSeveralItems(Int)
    case tooManyTags(Int)
    case percentOutOfRange(Int)
    /// The percentage of an item follows from those below it.
    case percentOfParent(EntityReference)
    /// Somebody replaced a text that the caller had seen, and was about to replace.
    case replacedMeanwhile(EntityReference, ItemField)
    case inTrash(EntityReference)
    case notInTrash(EntityReference)
    /// The neighbour or parent item is in another list than the one named.
    case elsewhere(EntityReference)
    case belowItself(EntityReference)
    /// Fewer than two items were named to make one of.
    case nothingToMerge
    /// Items of different lists, of which this is one, cannot become one.
    case mergeAcrossLists(EntityReference)
    /// Of competing values only the shown one would come along.
    case hasCompetingValues(EntityReference)
    /// The texts of items that become one are too long together.
    case tooLongTogether(EntityReference, TextKind, bytes: Int)
    /// Only recurring items have occurrences.
    case notRecurring(EntityReference)
    /// A rule ends before its first date.
    case endsBefore(CivilDate, last: CivilDate)
    /// Turns are taken with what recurs.
    case rotationWithoutRule
    /// A rotation needs two members.
    case rotationTooShort(String)
    case rotationTooLong(Int)
    case inRotationTwice(MemberID)
    /// A reminder before the due date needs one; nil for a new item.
    case reminderWithoutDate(EntityReference?)
}

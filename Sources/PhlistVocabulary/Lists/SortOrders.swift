/// The sort key of the items of a list.
package enum ItemSort: String, NamedValue {
    /// The order in which people placed them.
    case manual
    case name
    case due
    case created
    case updated
    case percent
    case done
}

/// The sort key of lists within each state.
///
/// Ascending, but the list closed last comes first. Lists without a value come last either way.
package enum ListSort: String, NamedValue {
    case due
    case name
    case created
    case updated
    case percent
    case done
}

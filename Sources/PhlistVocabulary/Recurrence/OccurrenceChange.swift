/// A change of one occurrence of a recurring item.
package enum OccurrenceChange: String, NamedValue {
    /// Cancels it and makes the next one.
    case skip
    /// Takes it out of the series, with the other changes, and makes the next one as it was.
    case once
}

/// A mistake that this module could make, for tests that must find it.
///
/// Only what no file system can act out is here: flushes that are left out, for example, are the file system's to
/// forget.
package enum LogDefect: CaseIterable, Sendable {
    /// Damage is taken for a torn tail, as many logs do.
    case cutsAtTheFirstBadPlace
    /// Every mark is taken for one of this log.
    case holdsEveryMark
    /// A SEAL or CLEAN is taken for the end of the log, whatever follows it.
    case believesEveryNote
}

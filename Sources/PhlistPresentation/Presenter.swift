package import PhlistControl
package import PhlistHousehold
package import PhlistModel
package import PhlistSync
package import PhlistVocabulary

/// Documents, messages and advice for clients, computed from the state of a replica at one moment.
///
/// It performs nothing, and reads no clock, file or socket: all that it needs besides the lists is handed over.
package struct Presenter {
    package let library: Library
    /// The name of this device by its configuration, for as long as the household knows none.
    let deviceName: String
    let stateDirectory: String
    /// The last failure of the store.
    let lastFailure: String?
    /// The time by the clock that the household follows, in milliseconds since 1970.
    package let time: Int64
    /// Returns the local day of a time, in milliseconds since 1970.
    let localDay: (Int64) -> CivilDate?
    let whereabouts: (BlobID) -> BlobWhereabouts

    package init(
        _ library: Library,
        deviceName: String,
        stateDirectory: String,
        lastFailure: String?,
        time: Int64,
        localDay: @escaping (Int64) -> CivilDate?,
        whereabouts: @escaping (BlobID) -> BlobWhereabouts
    ) {
        self.library = library
        (self.deviceName, self.stateDirectory, self.lastFailure) = (deviceName, stateDirectory, lastFailure)
        (self.time, self.localDay, self.whereabouts) = (time, localDay, whereabouts)
    }

    /// Performs a lookup, and puts a refusal into words.
    ///
    /// - Parameters:
    ///   - caller: The caller to whom near names may be suggested; nil for none.
    ///   - look: The lookup.
    /// - Returns: What was found.
    /// - Throws: The refusal in words.
    package func explaining<Answer>(
        for caller: Principal? = nil,
        _ look: () throws(CommandError) -> Answer
    ) throws(ControlError) -> Answer {
        do throws(CommandError) {
            return try look()
        } catch {
            throw explain(error, for: caller)
        }
    }
}

extension ControlError {
    /// A command returned the result of another one.
    package static let unexpected = ControlError(.internal, "internal error: unexpected result; please report it")
}

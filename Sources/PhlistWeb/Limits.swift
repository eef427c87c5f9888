/// The limits of the page for phones and of those who open it.
package enum WebLimits {
    /// More than the phones, tablets and browsers of a large household.
    package static let phonesMax = 64
    /// The limit of every name that other people are shown.
    package static let phoneNameBytesMax = 64
    /// A phone that was not used for this long has to get in again; browsers keep cookies no longer.
    package static let sessionDays: Int64 = 400
    /// The time of last use is kept to the day: it is not worth a write for each request.
    static let seenMilliseconds: Int64 = 24 * 60 * 60 * 1000
    /// The time in which a person takes a phone to the screen with the code.
    package static let codeMinutes: Int64 = 10
    /// A household gets in one phone at a time, and all of them in an evening.
    package static let openCodesMax = 16
    /// Wrong codes from one address in the life of a code: a few mistypings, and no search.
    package static let missesPerSourceMax = 5
    /// Wrong codes from all addresses together, after which no open code is valid: a stranger with many addresses has
    /// tried that many of a million million codes.
    package static let missesMax = 60
    /// A browser's certificate may be valid for 398 days at most.
    package static let certificateDays: Int64 = 397
    /// A certificate is renewed when less of it is left.
    package static let renewalDays: Int64 = 60
    /// More names and addresses than a machine has.
    package static let namesMax = 64
    /// Connections of one address: a browser opens one with HTTP/2, and six without.
    ///
    /// Each may hold a hundred requests with headers of 16 KiB before anybody knows whose they are.
    package static let connectionsPerSourceMax = 12
    /// Connections of all addresses together: a bound for the daemon's memory and descriptors.
    package static let connectionsMax = 96
    /// A browser on a slow phone takes two seconds for a handshake.
    package static let handshakeSecondsMax = 10
    /// The time that a connection without requests is kept: a person who shops looks at the phone now and then.
    package static let idleSecondsMax = 300
    /// The time that a reply waits for a phone that has left the network.
    package static let replySecondsMax = 60
    /// Requests to get in that are read at once: strangers send them, and each holds its headers until its body comes.
    package static let entriesAtOnceMax = 16
    /// A code and a name are one packet.
    package static let entrySecondsMax = 10
    /// The request to get in has a code and a name.
    package static let entryBytesMax = 4096
}

/// Why a dial failed, or a connection was lost.
package struct DialFailure: Sendable, Equatable {
    package var kind: Kind
    package var words: String

    /// The kinds that call for different remedies.
    package enum Kind: Sendable {
        /// Nothing came back: the machine is off, or something drops the packets.
        case silence
        /// The machine answers, but no program listens there.
        case refusal
        /// No machine with that address was found on the own network, or no way to another one.
        case absence
        case other
    }

    package init(_ kind: Kind, _ words: String) {
        (self.kind, self.words) = (kind, words)
    }
}

package import NIOCore

/// Limits on what peers can make a transport do; the defaults are those of a session listener.
package struct TransportLimits: Sendable {
    /// Before the peer is authenticated, frames hold only a greeting.
    package var unauthenticatedFrameSizeMax = 1 << 10
    /// A batch of 192 KiB with its heads fits; four such frames fill the queue of a peer.
    package var frameSizeMax = 256 << 10
    /// From the TCP connection to `authenticated`; TLS alone never times out on a silent peer.
    package var authenticationTimeout = TimeAmount.seconds(5)
    /// The same for outbound connections; nil to use `authenticationTimeout`.
    package var outboundAuthenticationTimeout: TimeAmount?
    /// The same from when one side has to write something to its disk before the next frame.
    package var diskTimeout = TimeAmount.seconds(60)
    /// The same from when the peer may send large frames: a person may have to be asked first.
    package var provenTimeout = TimeAmount.seconds(60)
    /// A dial to an address that does not answer ends after this time.
    package var connectTimeout = TimeAmount.seconds(5)
    /// Time for a closing connection to send what is queued and to receive the peer's closing alert.
    package var closeTimeout = TimeAmount.seconds(2)

    /// Connections the kernel holds before they are accepted; when full, it drops the last packet of a TCP handshake,
    /// and the other side waits on a connection that does not exist.
    package var backlogMax = 1_024
    /// Accepted and not yet authenticated connections in total, which bounds the memory that strangers can hold.
    package var unauthenticatedMax = 16
    /// The same from one address, so that one silent device does not keep the others out.
    package var unauthenticatedPerSourceMax = 4
    /// Handshakes that one address gets per window, since each costs a signature.
    package var handshakesPerSourceMax = 10
    /// The time window for `handshakesPerSourceMax`.
    package var handshakeWindow = TimeAmount.seconds(10)
    /// Addresses remembered for the handshake rate; the one nearest to its whole allowance is forgotten first.
    package var sourcesMax = 1_024
    /// Authenticated connections; a household has at most 64 devices.
    package var authenticatedMax = 64

    /// Cost of frames delivered and not yet consumed by the caller; above it the connection is not read.
    package var unconsumedCostMax = 1 << 20
    /// Bytes sent and not yet taken by the system; more than this closes the connection.
    package var outboundQueueSizeMax = 1 << 20
    /// Bytes at or below which a queue that was above reports `drained`.
    package var outboundQueueSizeLow = 256 << 10
    /// Frames that wait until everything else is out; a peer requests two at a time.
    package var laterFramesMax = 8
    /// A peer that takes nothing from a queue for this long is considered gone.
    package var stallTimeout = TimeAmount.seconds(30)

    /// Creates the limits of a session listener.
    package init() {}
}

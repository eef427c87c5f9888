package import NIOCore

/// What a transport grants to others before it closes; the defaults are those of a session listener.
package struct TransportLimits: Sendable {
    /// Until the peer is known to be who it says, a frame holds a greeting and nothing more.
    package var unauthenticatedFrameSizeMax = 1 << 10
    /// A batch of 192 KiB with its heads fits; four such frames fill the queue of a peer.
    package var frameSizeMax = 256 << 10
    /// From the TCP connection to `authenticated`: TLS alone never gives up on a silent peer.
    package var authenticationTimeout = TimeAmount.seconds(5)
    /// The same for the connections that we dial ourselves; nil for as long as others have.
    package var outboundAuthenticationTimeout: TimeAmount?
    /// The same from when the peer, or this device, has to write something before the next frame: disks can be slow.
    package var writingTimeout = TimeAmount.seconds(60)
    /// The same for one that may send large frames: somebody may have to be asked about it.
    package var provenTimeout = TimeAmount.seconds(60)
    /// A dial to an address that answers nothing ends after this time.
    package var connectTimeout = TimeAmount.seconds(5)
    /// How long a closing connection may take to deliver what was sent and to hear the peer's farewell.
    package var closeTimeout = TimeAmount.seconds(2)

    /// Connected and not yet accepted; where there is no room the kernel drops the end of a handshake, and the other
    /// side waits on a connection that does not exist.
    package var backlogMax = 1_024
    /// Accepted and not yet authenticated, in all: a stranger can hold no more of our memory than this.
    package var unauthenticatedMax = 16
    /// The same from one address, so that one silent gadget does not keep the others out.
    package var unauthenticatedPerSourceMax = 4
    /// Handshakes cost a signature each; one address gets this many per window.
    package var handshakesPerSourceMax = 10
    /// The window of `handshakesPerSourceMax`.
    package var handshakeWindow = TimeAmount.seconds(10)
    /// Addresses remembered for the handshake rate; the least recent is forgotten first.
    package var sourcesMax = 1_024
    /// Authenticated connections: a household has at most 64 devices.
    package var authenticatedMax = 64

    /// Delivered and not yet consumed by the caller; above it the connection is not read.
    package var unconsumedCostMax = 1 << 20
    /// Sent and not yet taken by the peer; more than this closes the connection.
    package var outboundQueueSizeMax = 1 << 20
    /// Falling to this, a queue that was above it reports `drained`.
    package var outboundQueueSizeLow = 256 << 10
    /// Frames that wait for everything else to be out; a peer asks for two at a time.
    package var laterFramesMax = 8
    /// A peer that takes nothing from a queue for this long is gone.
    package var stallTimeout = TimeAmount.seconds(30)

    /// The limits of a session listener.
    package init() {}
}

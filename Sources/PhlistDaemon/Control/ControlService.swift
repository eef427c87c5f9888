package import PhlistControl
package import PhlistHousehold

/// The daemon's service for its control clients: one call per route of the control API.
///
/// The routes decode, check the form and the permission, make one call and encode; everything else is here. A call that
/// changes something returns when the change is durable. A call whose task is cancelled, because the client
/// disconnected or the daemon stops, returns soon; its result is then discarded. Calls come from many tasks at once.
package protocol ControlService: Sendable {
    /// Returns once the host takes its next turn: when it hangs, this hangs as well. It does not count as user
    /// activity.
    func takeTurn() async
    /// The requests since the start, which the routes count.
    var requests: RequestCounts { get }
    /// `GET /v1/status`.
    func status(for principal: Principal) async throws(ControlError) -> StatusReply
    /// The handlers of all other routes.
    var table: ControlTable { get }
    /// `GET /v1/events`: events after the cursor, or from now on when it is nil; starts with `ready` or `reset`.
    func events(after cursor: String?, for principal: Principal) async throws(ControlError) -> ControlEventStream
    /// `GET /v1/peers`.
    func peers(caller: Caller) async throws(ControlError) -> PeersReply
    /// `POST /v1/sync`.
    func sync(_ request: SyncRequest, caller: Caller) async throws(ControlError) -> PeersReply
    /// `POST /v1/pairing`: opens a code; only for the owner.
    func openPairing(asTicket: Bool, asAdmin: Bool, for member: String?) async throws(ControlError) -> PairingReply
    /// `GET /v1/pairing`: replies when the state changes, at the latest after the wait; only for the owner.
    func pairing(waitMilliseconds: Int) async throws(ControlError) -> PairingReply
    /// `DELETE /v1/pairing`: closes the code, if one is open; only for the owner.
    func closePairing() async throws(ControlError) -> PairingReply
    /// `POST /v1/pairing/answer`: only for the owner.
    func answerPairing(_ answer: PairingAnswer) async throws(ControlError) -> PairingReply
    /// `POST /v1/pairing/join`: only for the owner.
    func join(_ request: JoinRequest) async throws(ControlError) -> JoinReply
}

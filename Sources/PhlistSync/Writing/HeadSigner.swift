import PhlistHousehold
import PhlistModel

/// Signs heads of this device's own batches.
struct HeadSigner {
    let device: DeviceID
    let authority: any HeadAuthenticator

    /// Signs one of the own batches, which vouches for all its predecessors, too.
    func head(of reference: BatchReference, in scope: ScopeID) -> SignedHead {
        let feed = Feed(scope: scope, tier: reference.hint.tier, device: device)
        let bytes = SignedHead.signedBytes(of: feed, number: reference.number, name: reference.name)
        guard let signature = try? authority.sign(bytes) else {
            invariant(false, "this device's key does not sign")
            return SignedHead(number: reference.number, name: reference.name, signature: [])
        }
        return SignedHead(number: reference.number, name: reference.name, signature: signature)
    }

    /// Signs the missing heads for a peer that has one of the own chains up to a number.
    func sign(_ chain: Int, after number: UInt32, in slot: ScopeSlot) {
        guard slot.state.ledger.chains[chain].device == device else { return }
        let headless = slot.headless(of: chain, after: number)
        for reference in headless { slot.keepOwn(head(of: reference, in: slot.state.id), of: chain) }
        if !headless.isEmpty, slot.isQuiet { slot.vouchedForOwnEnd(in: slot.state.ledger.chains[chain].tier) }
    }
}

extension CPace {
    /// The exchange of one run of pairing, with what both know as the password.
    init(secret: PairingSecret, context: PairingContext, entropy: PairingEntropy) throws(PairingFailure) {
        do {
            let scalar = try Ristretto255.scalar(fromUniform: entropy.scalarBytes)
            try self.init(
                password: secret.password,
                channel: context.channel,
                sessionID: context.sessionID,
                scalar: scalar
            )
        } catch {
            throw PairingFailure(error)
        }
    }
}

extension PairingKeys {
    /// The keys as the joining device computes them.
    init(context: PairingContext, joiner exchange: CPace, hostShare: [UInt8]) throws(PairingFailure) {
        do {
            let key = try exchange.keyAsInitiator(responderShare: hostShare)
            self.init(context: context, joinerShare: exchange.share, hostShare: hostShare, sessionKey: key)
        } catch {
            throw PairingFailure(error)
        }
    }

    /// The keys as the host computes them.
    init(context: PairingContext, host exchange: CPace, joinerShare: [UInt8]) throws(PairingFailure) {
        do {
            let key = try exchange.keyAsResponder(initiatorShare: joinerShare)
            self.init(context: context, joinerShare: joinerShare, hostShare: exchange.share, sessionKey: key)
        } catch {
            throw PairingFailure(error)
        }
    }
}

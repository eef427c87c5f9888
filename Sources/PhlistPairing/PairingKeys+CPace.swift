extension CPace {
    /// Creates the exchange of one run, with the shared secret as the password.
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
    /// Derives the keys at the joining device.
    init(context: PairingContext, joiner exchange: CPace, hostShare: [UInt8]) throws(PairingFailure) {
        do {
            let key = try exchange.keyAsInitiator(responderShare: hostShare)
            self.init(context: context, joinerShare: exchange.share, hostShare: hostShare, sessionKey: key)
        } catch {
            throw PairingFailure(error)
        }
    }

    /// Derives the keys at the host.
    init(context: PairingContext, host exchange: CPace, joinerShare: [UInt8]) throws(PairingFailure) {
        do {
            let key = try exchange.keyAsResponder(initiatorShare: joinerShare)
            self.init(context: context, joinerShare: joinerShare, hostShare: exchange.share, sessionKey: key)
        } catch {
            throw PairingFailure(error)
        }
    }
}

import Crypto

/// The facts on which both sides must agree: both keys, their roles, and both greetings.
struct PairingContext {
    private static let sessionIDSize = 16

    let channel: [UInt8]
    let sessionID: [UInt8]

    /// Takes the bodies of HELLO and READY as they were sent or received.
    init(joiner: KeyFingerprint, host: KeyFingerprint, hello: [UInt8], ready: [UInt8]) {
        channel = lengthValue(bytes("phlist-pair-v1"), bytes("J"), joiner.bytes, bytes("H"), host.bytes, hello, ready)
        let digest = SHA512.hash(data: lengthValue(bytes("phlist-pair-sid-v1"), hello, ready))
        sessionID = Array(digest.prefix(Self.sessionIDSize))
    }
}

/// The keys of one run: for each side one to prove that it knows the code and one to seal its only payload.
struct PairingKeys {
    let joiner: Side
    let host: Side

    /// Derives all keys from the CPace key and everything that both sides have sent.
    init(context: PairingContext, joinerShare: [UInt8], hostShare: [UInt8], sessionKey: [UInt8]) {
        let said = lengthValue(context.channel, context.sessionID, joinerShare, hostShare)
        let transcript = Array(SHA512.hash(data: said))
        let root = HKDF<SHA512>.extract(inputKeyMaterial: SymmetricKey(data: sessionKey), salt: transcript)
        func derive(_ name: String) -> SymmetricKey {
            HKDF<SHA512>.expand(pseudoRandomKey: root, info: bytes("phlist-pair-v1 " + name), outputByteCount: 32)
        }
        joiner = Side(proofKey: derive("macJ"), sealKey: derive("sealJ"), transcript: transcript)
        host = Side(proofKey: derive("macH"), sealKey: derive("sealH"), transcript: transcript)
    }

    /// The keys for what one side sends.
    struct Side {
        private let proofKey: SymmetricKey
        private let sealKey: SymmetricKey
        private let transcript: [UInt8]

        fileprivate init(proofKey: SymmetricKey, sealKey: SymmetricKey, transcript: [UInt8]) {
            self.proofKey = proofKey
            self.sealKey = sealKey
            self.transcript = transcript
        }

        /// The body of this side's CONFIRM.
        var proof: [UInt8] {
            Array(HMAC<SHA512>.authenticationCode(for: transcript, using: proofKey))
        }

        /// Whether a CONFIRM is this side's, compared in constant time.
        func isProof(_ body: [UInt8]) -> Bool {
            HMAC<SHA512>.isValidAuthenticationCode(body, authenticating: transcript, using: proofKey)
        }

        /// Encrypts this side's only payload.
        func seal(_ payload: [UInt8]) throws(PairingFailure) -> [UInt8] {
            do {
                let box = try ChaChaPoly.seal(payload, using: sealKey, nonce: try Self.nonce)
                return Array(box.ciphertext + box.tag)
            } catch {
                throw .cryptographyUnavailable
            }
        }

        /// Decrypts this side's only payload.
        func open(_ sealed: [UInt8]) throws(PairingFailure) -> [UInt8] {
            do {
                let ciphertext = sealed.dropLast(PairingLimits.sealTagSize)
                let tag = sealed.suffix(PairingLimits.sealTagSize)
                let box = try ChaChaPoly.SealedBox(nonce: try Self.nonce, ciphertext: ciphertext, tag: tag)
                return Array(try ChaChaPoly.open(box, using: sealKey))
            } catch {
                throw .damagedPayload
            }
        }

        /// Always zero, which is safe only because each key seals a single message.
        private static var nonce: ChaChaPoly.Nonce {
            get throws { try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)) }
        }
    }
}

private func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
}

import PhlistControl
import Testing

@testable import PhlistDaemon

/// The places that the users of a control socket have.
struct ConnectionQuotaTests {
    @Test func `a user cannot take the places of another user, and all of them none of an owner's`() {
        var quota = ConnectionQuota()
        let users = UInt32(ControlLimits.connectionsOfUsersMax / ControlLimits.connectionsPerUserMax)
        for uid in 1001...1000 + users {
            for _ in 0..<ControlLimits.connectionsPerUserMax { #expect(quota.admit(uid, isOwner: false) == nil) }
            #expect(quota.admit(uid, isOwner: false)?.code == .tryAgain)
        }
        #expect(quota.admit(2000, isOwner: false)?.code == .tryAgain)
        for owner: UInt32 in [0, 999] {
            for _ in 0..<ControlLimits.connectionCountMax { #expect(quota.admit(owner, isOwner: true) == nil) }
            #expect(quota.admit(owner, isOwner: true)?.code == .tryAgain)
        }
    }

    @Test func `a place that is given back is free for its user, and for others`() {
        var quota = ConnectionQuota()
        for _ in 0..<ControlLimits.connectionsPerUserMax { #expect(quota.admit(1001, isOwner: false) == nil) }
        quota.leave(1001, isOwner: false)
        #expect(quota.admit(1001, isOwner: false) == nil)
        #expect(quota.admit(1001, isOwner: false) != nil)
        for _ in 0..<ControlLimits.connectionsPerUserMax { quota.leave(1001, isOwner: false) }
        for uid: UInt32 in 2001...2064 { #expect(quota.admit(uid, isOwner: false) == nil) }
        #expect(quota.admit(2065, isOwner: false) != nil)
    }
}

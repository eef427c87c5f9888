import Glibc
import PhlistControl
import PhlistModel
import PhlistWeb

/// The sender of a request: the user behind a connection to the socket, as the kernel knows it, or a phone.
package struct Caller: Sendable, Equatable {
    /// The user id from SO_PEERCRED; the process id is never used, because it can be reused.
    package var uid: UInt32
    /// The login name of the user; nil when the system does not know the uid.
    package var loginName: String?
    /// Whether the user may pair and remove devices: the daemon's own user, or root.
    package var isOwner: Bool
    /// The member that a phone acts as; nil for a user of this machine.
    let phoneOf: MemberID?

    package init(uid: UInt32, loginName: String?, isOwner: Bool) {
        (self.uid, self.loginName, self.isOwner, phoneOf) = (uid, loginName, isOwner, nil)
    }

    /// Creates the sender on a phone.
    init(_ phone: Phone, of member: MemberID) {
        (uid, loginName, isOwner, phoneOf) = (phone.login, phone.name, false, member)
    }

    /// Whether a user may do everything: the user that this process runs as, and root.
    package static func isOwner(uid: UInt32) -> Bool {
        uid == 0 || uid == geteuid()
    }

    static func loginName(of uid: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: ControlLimits.passwordEntryBytes) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let status = getpwuid_r(uid, &entry, start, buffer.count, &found)
            guard status == 0, found != nil, let name = entry.pw_name else { return nil }
            return String(cString: name)
        }
    }
}

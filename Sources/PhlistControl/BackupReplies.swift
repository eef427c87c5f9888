/// What a backup has brought back; the reply of `POST /v1/backup`.
package struct RestoreBackupReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Lists and forms that are not in the trash.
    package var listCount: Int
    /// Items and records that are not in the trash.
    package var itemCount: Int
    package var memberCount: Int
    /// Photos whose bytes came with it.
    package var photoCount: Int
    /// Devices of the household in which it was made, the lost one included.
    package var deviceCount: Int
    /// Who the caller is now; nil for nobody.
    package var member: String?

    /// Creates the reply.
    package init(
        listCount: Int,
        itemCount: Int,
        memberCount: Int,
        photoCount: Int,
        deviceCount: Int,
        member: String?
    ) {
        self.listCount = listCount
        self.itemCount = itemCount
        self.memberCount = memberCount
        self.photoCount = photoCount
        self.deviceCount = deviceCount
        self.member = member
    }
}

extension ControlRequest where Reply == RestoreBackupReply {
    /// Brings back a backup, whose bytes are the body; storing them takes a while.
    package static var restoreBackup: Self {
        Self(route: .restoreBackup, patience: .seconds(600))
    }
}

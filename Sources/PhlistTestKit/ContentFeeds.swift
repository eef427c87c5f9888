package import PhlistModel

// Most tests write content, and need not say so.

extension Feed {
    /// The feed of a device in the content of a scope.
    package init(scope: ScopeID, device: DeviceID) {
        self.init(scope: scope, tier: .content, device: device)
    }
}

extension BatchReference {
    /// Refers to a batch of a device's content.
    package init(device: DeviceID, number: UInt64, name: BatchName) {
        self.init(FeedHint(device: device, tier: .content), number: number, name: name)
    }
}

extension DeviceID {
    /// The hint of the device's content.
    package var hint: FeedHint { FeedHint(device: self, tier: .content) }
}

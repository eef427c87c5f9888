import PhlistControl

extension ControlRequest where Reply == ListsReply {
    /// Asks for all lists.
    static var lists: Self {
        get throws(ClientError) { try Self(ListsQuery()) }
    }
}

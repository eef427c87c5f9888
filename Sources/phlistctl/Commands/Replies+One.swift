import PhlistControl

extension ItemsReply {
    /// The item in the reply to a query for exactly one.
    var one: ItemView {
        get throws { try items.one("items for one reference") }
    }
}

extension FormsReply {
    /// The form in the reply to a query for exactly one.
    var one: FormView {
        get throws { try forms.one("forms for one name") }
    }
}

extension RecordsReply {
    /// The record in the reply to a query for exactly one.
    var one: RecordView {
        get throws { try records.one("records for one key") }
    }
}

extension Array {
    /// Returns the only element.
    ///
    /// - Throws: `ClientError` that gives the number of elements and says what they are.
    fileprivate func one(_ things: String) throws(ClientError) -> Element {
        guard let first, count == 1 else { throw .replyMalformed("\(count) \(things)") }
        return first
    }
}

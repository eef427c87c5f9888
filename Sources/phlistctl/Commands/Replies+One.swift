import PhlistControl

extension ItemsReply {
    /// The item in the reply to a query for exactly one.
    var one: ItemView {
        get throws {
            guard let item = items.first, items.count == 1 else {
                throw ClientError.replyMalformed("\(items.count) items for one reference")
            }
            return item
        }
    }
}

extension FormsReply {
    /// The form in the reply to a query for exactly one.
    var one: FormView {
        get throws {
            guard let form = forms.first, forms.count == 1 else {
                throw ClientError.replyMalformed("\(forms.count) forms for one name")
            }
            return form
        }
    }
}

extension RecordsReply {
    /// The record in the reply to a query for exactly one.
    var one: RecordView {
        get throws {
            guard let record = records.first, records.count == 1 else {
                throw ClientError.replyMalformed("\(records.count) records for one key")
            }
            return record
        }
    }
}

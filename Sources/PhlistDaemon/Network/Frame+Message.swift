import PhlistSync
import PhlistTransport

extension Frame {
    init(_ message: Message) {
        let (type, body) = message.encoded
        self.init(type: type, body: body)
    }
}

import NIOCore

/// Sends browsers that speak without TLS to the page over HTTPS, because an address is often typed without `https://`.
///
/// It stands before the handler of TLS, and leaves with the first bytes of a handshake.
final class PlainRequest: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The first byte of every handshake, after RFC 8446, section 5.1.
    private static let handshakeByte: UInt8 = 22
    private static let hostSizeMax = 255

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard bytes.readableBytesView.first != Self.handshakeByte else {
            context.fireChannelRead(data)
            return context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
        let reply = Self.reply(to: String(buffer: bytes))
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    /// Returns the reply to a request, of which the first bytes are enough.
    static func reply(to request: String) -> String {
        guard let host = host(in: request) else {
            let text = "This page is served over HTTPS: put https:// before the address.\n"
            return head("400 Bad Request", "Content-Type: text/plain", size: text.utf8.count) + text
        }
        // Not a permanent one: another program may serve this port one day.
        return head("307 Temporary Redirect", "Location: https://\(host)/", size: 0)
    }

    private static func head(_ status: String, _ header: String, size: Int) -> String {
        "HTTP/1.1 \(status)\r\n\(header)\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n"
    }

    /// Returns the host that a request names, if it can stand in a header of the reply.
    private static func host(in request: String) -> String? {
        let lines = request.split(whereSeparator: \.isNewline).dropFirst()
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("host:") }) else { return nil }
        let host = line.dropFirst("host:".count).drop { $0 == " " }
        guard (1...hostSizeMax).contains(host.utf8.count), host.utf8.allSatisfy(isAllowed) else { return nil }
        return String(host)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        case UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }
}

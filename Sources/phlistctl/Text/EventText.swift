import PhlistControl
import PhlistVocabulary

/// Events as text and as fields.
enum EventText {
    /// Returns an event as one line, without text if it is of no interest to people.
    static func page(_ event: ControlEvent, _ clock: Clock, _ style: Style) -> Page {
        let words = what(event, style).map { what -> TerminalText in
            "\(style.faint("\(clock.time(event.at))"))  \(what)\(source(event))"
        }
        let id = event.item?.id ?? event.list?.id ?? event.peer?.device
        return Page(
            words: words.map { [$0] } ?? [],
            rows: id.map { [[event.cursor, event.event.rawValue, $0, title(event)]] } ?? [],
            ids: id.map { [$0] } ?? []
        )
    }

    private static func what(_ event: ControlEvent, _ style: Style) -> TerminalText? {
        switch event.event {
        case .ready: nil
        case .reset: "\(style.warning("events were missed; see everything with: phlistctl ls"))"
        case .itemAdded: item(event, "added", style)
        case .itemChanged: item(event, "changed", style)
        case .itemTrashed: item(event, "removed", style)
        case .itemRestored: item(event, "restored", style)
        case .listAdded: event.list.map { "added the list \($0.title)" }
        case .listChanged: event.list.map { "changed the list \($0.title)" }
        case .listTrashed: event.list.map { "removed the list \($0.title)" }
        case .listRestored: event.list.map { "restored the list \($0.title)" }
        case .accessChanged: "lists were hidden from you, or invitations have changed: phlistctl ls"
        case .peerConnected: event.peer.map { "\($0.name) is connected" }
        case .peerDisconnected: event.peer.map { "\($0.name) is no longer connected" }
        }
    }

    private static func item(_ event: ControlEvent, _ verb: TerminalText, _ style: Style) -> TerminalText? {
        event.item.map { item in
            "\(verb) \(ItemText.mark(item.state)) \(ItemText.title(item, style)) in \(item.listTitle) (\(item.shortID))"
        }
    }

    /// Returns the member who made a change, and the device unless it is this one.
    private static func source(_ event: ControlEvent) -> TerminalText {
        guard event.item != nil || event.list != nil else { return "" }
        let member: TerminalText = event.by.map { ", by \($0)" } ?? ""
        let device: TerminalText = event.isLocal == true ? "" : event.device.map { " on \($0)" } ?? ""
        return "\(member)\(device)"
    }

    private static func title(_ event: ControlEvent) -> String {
        event.item?.title ?? event.list?.title ?? event.peer?.name ?? ""
    }
}

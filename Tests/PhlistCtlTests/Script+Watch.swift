import PhlistControl
import PhlistVocabulary

extension Script {
    private static func event(_ number: Int, _ kind: ControlEvent.Kind, _ item: ItemView? = nil) -> ControlEvent {
        ControlEvent(
            cursor: "c\(number)",
            event: kind,
            at: .now + Int64(number) * 1000,
            by: item == nil ? nil : "ben",
            device: item == nil ? nil : "nas",
            isLocal: item == nil ? nil : number.isMultiple(of: 2),
            item: item
        )
    }

    private static let morning = [
        event(1, .ready),
        event(2, .itemAdded, .milk),
        event(3, .itemChanged, .milk.with(state: .done)),
        event(4, .itemTrashed, .weed),
        event(5, .itemRestored, .evil),
        ControlEvent(
            cursor: "c6",
            event: .listAdded,
            at: .now,
            by: "anna",
            device: "nas",
            isLocal: false,
            list: .garden
        ),
        ControlEvent(cursor: "c7", event: .listChanged, at: .now, list: .shopping),
        ControlEvent(cursor: "c8", event: .peerConnected, at: .now, peer: .nas),
        ControlEvent(cursor: "c9", event: .peerDisconnected, at: .now, peer: .tablet),
        event(10, .reset),
    ]

    /// What `shop` refuses; real terminals show the rest.
    static var shop: [Scene] {
        [["shop"], ["shop", "Garden"], ["shop", "--json"], ["shop", "-q"], ["shop", "--dry-run"]].map {
            Scene(arguments: $0)
        }
    }

    private static let quiet = ScriptedDaemon.Stream(events: [event(1, .ready)])

    private static func garden(isTrashed: Bool) -> ListView {
        var list = ListView.garden
        list.isTrashed = isTrashed
        return list
    }

    static var watch: [Scene] {
        let interrupted = ScriptedDaemon.Stream(events: morning, error: .interrupted)
        let forms = [[], ["--plain"], ["-q"], ["--json"]].map {
            Scene(arguments: ["watch"] + $0, streams: [interrupted])
        }
        return [Scene(arguments: ["watch"], streams: [interrupted], isTerminal: true)] + forms
            + [
                Scene(
                    arguments: ["watch", "Garden"],
                    answers: [.lists: [.reply(ListsReply(lists: [.garden]))]],
                    streams: [interrupted]
                ),
                Scene(
                    arguments: ["watch", "x"],
                    answers: [.lists: [.error(.refused(ControlError(.notFound, "no list \"x\"")))]]
                ),
                Scene(
                    arguments: ["watch", "Old"],
                    answers: [.lists: [.reply(ListsReply(lists: [garden(isTrashed: true)]))]]
                ),
                Scene(arguments: ["watch"]),
                Scene(arguments: ["watch", "--as", "ben"], streams: [interrupted]),
                // A restart that ends the stream, and one that breaks it; the third daemon never comes.
                Scene(
                    arguments: ["watch"],
                    streams: [
                        .init(events: Array(morning[..<2])), .init(events: [morning[2]], error: .connectionClosed),
                    ]
                ),
                // Broken before anything was heard.
                Scene(arguments: ["watch"], streams: [.init(events: [], error: .connectionClosed)]),
                // Ends again and again without news.
                Scene(arguments: ["watch", "--json"], streams: Array(repeating: quiet, count: 20)),
            ]
    }
}

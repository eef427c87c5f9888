import PhlistControl
import PhlistModel
import PhlistSync

/// Words for refusals about items.
extension Presenter {
    func explainItem(_ error: CommandError) -> ControlError {
        switch error {
        case .textTooLong(let kind, let bytes, let bytesMax):
            ControlError(.tooLarge, "a \(kind.rawValue) has \(bytes) bytes, \(bytesMax) fit")
        case .controlCharacter(let scalar, let kind):
            ControlError(.invalid, "a \(kind.rawValue) has the control character \(code(scalar))")
        case .notATag(let text):
            ControlError(.invalid, "\"\(text)\" is not a valid tag: a tag is one word without spaces or commas")
        case .tooManyTags(let count):
            ControlError(.invalid, "an item would have \(count) tags, \(PhlistModel.Limits.itemTagsMax) fit")
        case .percentOutOfRange(let percent):
            ControlError(.invalid, "\(percent) percent is not between 0 and 100")
        case .inTrash(let item):
            ControlError(
                .invalid,
                "\(title(item)) is in the trash",
                hint: "bring it back first: phlistctl restore \(shortID(item))"
            )
        case .itemElsewhere(let item):
            ControlError(
                .invalid,
                "\(title(item)) is in the list \(title(of: item.scope)), not in the one that was named"
            )
        case .belowItself(let item):
            ControlError(.invalid, "\(title(item)) cannot stand below itself, or below what stands below it")
        default:
            .unexpected
        }
    }

    private func title(_ item: EntityReference) -> String {
        views([item]).first.map { "\"\($0.title)\"" } ?? "the item"
    }

    private func shortID(_ item: EntityReference) -> String {
        views([item]).first?.shortID ?? item.entity.description
    }

    /// Returns a scalar in the notation of Unicode: `U+001B`.
    private func code(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

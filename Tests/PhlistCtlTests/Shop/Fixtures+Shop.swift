import PhlistControl
import PhlistVocabulary

@testable import phlistctl

extension ItemLook {
    /// Without colour, at the time of all fixtures.
    static let plain = ItemLook(style: Style(isColored: false), clock: .fixed, columns: 80)
}

extension ItemView {
    /// An item with a short id, in a section.
    static func shelved(
        _ id: String,
        _ title: String,
        in section: String?,
        quantity: String = "",
        for assignee: String? = nil
    ) -> ItemView {
        var item = ItemView.milk.with(title: title)
        (item.id, item.section) = (id, section)
        (item.quantity, item.assignee) = (quantity, assignee)
        return item
    }
}

extension ShopScreen {
    /// The lines without blanks at their ends.
    var picture: String {
        lines.map { line in
            String(line.string.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

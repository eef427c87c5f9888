/// The sizes of texts, in UTF-8, and the numbers of names that one item or question has, each with its reason.
package enum TextLimits {
    /// A title is read at a glance; longer text belongs in a note.
    package static let titleBytesMax = 1024
    /// The description of a list: some pages, and with all other fields of the list far below the size of an op.
    package static let descriptionBytesMax = 16 * 1024
    /// About ten printed pages; fits one op with all other fields of an item.
    package static let noteBytesMax = 32 * 1024
    /// "3 bottles of 0,5 l": a quantity is a few words next to a title.
    package static let quantityBytesMax = 64
    /// A tag is one word.
    package static let tagBytesMax = 64
    package static let itemTagsMax = 64
    /// Lists and sections, and tags, that one query or filter names: more than one screen can show.
    package static let filterPlacesMax = 16
    package static let filterTagsMax = 16
    /// The longest rule has about 150 bytes; other programs write parts that go without saying.
    package static let recurrenceBytesMax = 512
    /// The longest names of as many members as can take turns.
    package static let rotationBytesMax = 4096
    /// The longest reminder has about 80 bytes; other programs write durations with zeros.
    package static let reminderBytesMax = 256
    /// The longest address that all browsers and servers take.
    package static let urlBytesMax = 2048
}

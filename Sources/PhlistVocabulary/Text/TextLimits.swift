/// The numbers of names that one item, query or filter has, each with its reason.
package enum TextLimits {
    package static let itemTagsMax = 64
    /// Lists and sections, and tags, that one query or filter names: more than one screen can show.
    package static let filterPlacesMax = 16
    package static let filterTagsMax = 16
}

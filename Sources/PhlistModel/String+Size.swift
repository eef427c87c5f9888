extension String {
    /// As many whole characters as fit so many bytes of UTF-8.
    package func prefix(bytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit {
            text.removeLast()
        }
        return text
    }
}

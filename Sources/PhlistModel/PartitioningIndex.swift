extension RandomAccessCollection {
    /// The first index whose element fulfils a condition that holds for all behind it.
    package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isBehind(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

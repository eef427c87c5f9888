/// Joins byte strings so that no two different lists give the same bytes.
///
/// Each is preceded by its length in LEB128: groups of seven bits, lowest first (`lv_cat` in draft-irtf-cfrg-cpace).
func lengthValue(_ strings: [UInt8]...) -> [UInt8] {
    strings.flatMap { lengthPrefix($0.count) + $0 }
}

private func lengthPrefix(_ count: Int) -> [UInt8] {
    var output: [UInt8] = []
    var rest = count
    while rest >= 0x80 {
        output.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
    }
    return output + [UInt8(rest)]
}

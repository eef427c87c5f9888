import Testing

@testable import PhlistVocabulary

/// Quantities that are typed for an item that has one.
struct QuantityTests {
    @Test(
        arguments: [
            // former, typed, what an edit makes, what adding again makes
            ("", "2 l", "2 l", "2 l"), ("2 l", "3", "3", "3 l"), ("2 l", "3 l", "3 l", "3 l"), ("2", "3", "3", "3"),
            ("500 g", "2 packs", "2 packs", "2 packs"), ("500g", "250", "250", "250g"), ("a few", "3", "3", "3"),
            ("2 l", "", "", ""), ("2 l", "some", "some", "some"),
            ("", "+1", "1", "1"), ("", "+ 1 l", "1 l", "1 l"), ("2 l", "+1", "3 l", "3 l"),
            ("2 l", "+1 l", "3 l", "3 l"), ("2", "+1 l", "2 + 1 l", "2 + 1 l"), ("2 L", "+1 l", "3 L", "3 L"),
            ("500g", "+250 g", "750g", "750g"), ("0,5 l", "+0,5 l", "1 l", "1 l"), ("1 l", "+0,75", "1,75 l", "1,75 l"),
            ("0.05", "+0.04", "0.09", "0.09"), ("9,99", "+0.01", "10", "10"),
            ("2 l", "+1 bottle", "2 l + 1 bottle", "2 l + 1 bottle"), ("a few", "+1", "a few + 1", "a few + 1"),
            ("2 l + 1 bottle", "3", "3", "3"), ("2 l + 1 bottle", "+1", "2 l + 1 bottle + 1", "2 l + 1 bottle + 1"),
            ("1 kg + 500g", "+0,5 kg", "1,5 kg + 500g", "1,5 kg + 500g"), ("2 l + 1", "+2", "2 l + 3", "2 l + 3"),
            ("1 l + some", "+2 L", "3 l + some", "3 l + some"), ("1 l + 2 g", "+ ", "1 l + 2 g", "1 l + 2 g"),
            ("500 g", "2", "2", "2"), ("500 g", "+2", "500 g + 2", "500 g + 2"),
            ("2", "+500 g", "2 + 500 g", "2 + 500 g"),
            ("2", "+1 dozen", "2 + 1 dozen", "2 + 1 dozen"),
            ("1/2", "+1", "1/2 + 1", "1/2 + 1"), ("2 1/2", "+1", "2 1/2 + 1", "2 1/2 + 1"), ("2 l", "+", "2 l", "2 l"),
            ("1,000 g", "+1", "1,000 g + 1", "1,000 g + 1"), ("1.000,5", "+1", "1.000,5 + 1", "1.000,5 + 1"),
            (".5 l", "+1", ".5 l + 1", ".5 l + 1"),
            ("999999999999", "+1", "1000000000000", "1000000000000"),
            ("9999999999999", "+1", "9999999999999 + 1", "9999999999999 + 1"), ("٣ l", "+1", "٣ l + 1", "٣ l + 1"),
        ]
    )
    func `a number takes the unit that the item has, and a plus adds`(
        _ former: String,
        _ typed: String,
        _ edited: String,
        _ added: String
    ) {
        #expect(Quantity.text(typed: typed, former: former, keepsUnit: false) == edited)
        #expect(Quantity.text(typed: typed, former: former, keepsUnit: true) == added)
    }

    @Test func `what was added up is the sum, in whatever steps`() {
        for first in stride(from: 0, through: 1_050, by: 35) {
            for second in stride(from: 0, through: 1_050, by: 25) {
                let text = Quantity.text(typed: "+\(liters(second))", former: liters(first), keepsUnit: false)
                #expect(text == liters(first + second))
            }
        }
    }

    /// Writes hundredths of a litre as people do.
    private func liters(_ hundredths: Int) -> String {
        var fraction = String(hundredths % 100 + 100).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(hundredths / 100)\(fraction.isEmpty ? "" : ",")\(fraction) l"
    }
}

import PhlistTestKit

/// Titles, notes and quantities as a family writes them.
enum FamilyWords {
    private static let goods = [
        "milk", "bread", "eggs", "butter", "oat milk", "coffee beans", "apples", "bananas", "tomatoes", "potatoes",
        "onions", "garlic", "rice", "spaghetti", "olive oil", "yoghurt", "cheddar", "chicken thighs", "frozen peas",
        "washing powder", "toilet paper", "toothpaste", "cat litter", "dog food", "AA batteries", "light bulbs",
        "baking paper", "sparkling water", "orange juice", "cereal", "honey", "red lentils", "chopped tomatoes",
    ]
    private static let kinds = ["", "", "", "", "organic ", "large ", "small ", "cheap ", "usual ", "two packs of "]
    private static let acts = [
        "call", "email", "book", "pay", "return", "clean", "repair", "order", "pick up", "ask about", "cancel",
    ]
    private static let matters = [
        "the dentist", "the school trip", "the library books", "the bathroom", "the car insurance", "Grandma's parcel",
        "the plants on the balcony", "the swimming lessons", "the broken lamp", "the electricity bill", "the bike",
        "the birthday present", "the vet", "the holiday flat", "the gutter", "the passport photos", "the piano tuner",
    ]
    private static let times = ["", "", "", "", " on Monday", " before Friday", " after school", " again"]
    private static let remarks = [
        "The one from the corner shop, not the supermarket.", "Ask for a receipt.", "Only if it is on offer.",
        "They close at six.", "The number is on the fridge.", "Lena needs it by the weekend.",
        "See the letter from May.", "Last time it took two weeks.", "The blue one would be nice.",
        "Take the old one along.",
    ]
    private static let quantities = ["2", "3", "500 g", "1 kg", "2 l", "6 pieces", "1 box", "a few"]

    /// Returns the title of something to buy, or to do.
    static func title(isErrand: Bool, _ random: inout SeededRandom) -> String {
        isErrand
            ? pick(kinds, &random) + pick(goods, &random)
            : "\(pick(acts, &random)) \(pick(matters, &random))\(pick(times, &random))"
    }

    /// Returns a note of one to three sentences.
    static func note(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(remarks, &random) }.joined(separator: " ")
    }

    static func quantity(_ random: inout SeededRandom) -> String {
        pick(quantities, &random)
    }

    private static func pick(_ words: [String], _ random: inout SeededRandom) -> String {
        words[Int.random(in: words.indices, using: &random)]
    }
}

/// The names of the fields in a JSON value, at all depths.
indirect enum FieldNames: Decodable {
    case object([String: FieldNames])
    case array([FieldNames])
    case value

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            let members = try container.allKeys.map { key in
                (key.stringValue, try container.decode(FieldNames.self, forKey: key))
            }
            self = .object(Dictionary(members) { $1 })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [FieldNames] = []
            while !container.isAtEnd { elements.append(try container.decode(FieldNames.self)) }
            self = .array(elements)
        } else {
            self = .value
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

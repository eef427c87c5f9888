import ArgumentParser
import PhlistVocabulary

/// Values that are given by their names, not by the numbers that the log keeps for them.
extension ExpressibleByArgument where Self: NamedValue & RawRepresentable<UInt8> {
    init?(argument: String) {
        self.init(name: argument)
    }

    var defaultValueDescription: String { name }

    static var allValueStrings: [String] { names }

    static var allValueDescriptions: [String: String] { [:] }
}

extension DeletionPolicy: ExpressibleByArgument {}
extension PhlistVocabulary.DeviceRole: ExpressibleByArgument {}
extension PhlistVocabulary.FormTemplate: ExpressibleByArgument {}
extension ItemSort: ExpressibleByArgument {}
extension ListSort: ExpressibleByArgument {}
extension Priority: ExpressibleByArgument {}
extension WorkState: ExpressibleByArgument {}

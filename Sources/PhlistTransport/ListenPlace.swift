/// The addresses on which to listen.
package enum ListenPlace: Hashable, Sendable, CustomStringConvertible {
    /// On all addresses, of both families.
    case everywhere
    /// On one address of this machine.
    case address(IPAddress)
    /// On all addresses of an interface.
    case interface(String)

    /// Parses an address, or else the name of an interface; nil if the text can be neither.
    package init?(_ text: String) {
        if let address = IPAddress(text) {
            self = .address(address)
            return
        }
        let isName = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
        guard isName, (1..<Self.nameBytesMax).contains(text.utf8.count), !text.contains(":") else { return nil }
        self = .interface(text)
    }

    /// IFNAMSIZ, which includes the terminating zero.
    private static let nameBytesMax = 16

    package var description: String {
        switch self {
        case .everywhere: "all interfaces"
        case .address(let address): "\(address)"
        case .interface(let name): name
        }
    }

    /// The kernel's index of the interface, which a later interface of the same name does not share; zero if none.
    var interfaceIndex: UInt32 {
        if case .interface(let name) = self { IPAddress.interface(named: name) ?? 0 } else { 0 }
    }

    /// The address to bind to.
    var host: IPAddress {
        if case .address(let address) = self { address } else { .any }
    }
}

import Glibc
import PhlistModel

// What libFuzzer calls; `./dev fuzz` builds it together with the rules. It is no part of the tests.

private let target = getenv("PHLIST_FUZZ").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// Examines one input; a broken rule ends the program, and libFuzzer keeps the input.
@c(LLVMFuzzerTestOneInput)
public func examineInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("PHLIST_FUZZ names none of \(FuzzTarget.allCases.map(\.rawValue))") }
    do {
        _ = try target.examine(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("broken: \(error.rule)")
    }
    return 0
}

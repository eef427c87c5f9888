import Synchronization

/// The number of a subscriber, known only after its stream was made.
final class Subscription: Sendable {
    let id = Mutex<UInt64?>(nil)
}

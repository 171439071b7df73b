import Locking

/// A sum to which several threads add.
final class Total: Sendable {
  private let sum = Locked(0)

  var value: Int { sum.withLock { $0 } }

  func add(_ number: Int) { sum.withLock { $0 += number } }
}

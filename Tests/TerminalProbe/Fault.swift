import Glibc
import Locking

/// A fault that the probe causes in one of its threads.
enum Fault: Character, Sendable {
  case abort = "A"
  case badAddress = "S"
  case fatalError = "E"
  case busError = "B"
  case arithmetic = "F"
  case stackOverflow = "O"

  /// Causes the fault in the calling thread.
  func happen() {
    switch self {
    case .abort: Glibc.abort()
    case .badAddress: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .fatalError: Swift.fatalError("the probe was told to fail")
    case .busError: raise(SIGBUS)
    case .arithmetic: raise(SIGFPE)
    case .stackOverflow: _ = Self.overflow(0)
    }
  }

  /// Recurses without an end; the array in each frame prevents the optimisation into a loop.
  @inline(never) private static func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { memory in
      memory[depth % 64] = depth
      return overflow(depth + 1) + memory[depth % 64]
    }
  }
}

/// The thread in which the probe causes a fault.
enum Place: Character, Sendable {
  /// The thread that owns the terminal.
  case first = "1"
  /// An `OwnedThread`.
  case worker = "2"
  /// A thread of the task pool.
  case pool = "3"
  /// Eight threads of `OwnedThread` at once.
  case workers = "8"

  func run(_ fault: Fault) {
    switch self {
    case .first: fault.happen()
    case .worker: start(1, fault)
    case .pool: Task.detached { fault.happen() }
    case .workers: start(8, fault)
    }
  }

  private func start(_ count: Int, _ fault: Fault) {
    let missing = Locked(count)
    let threads = (0..<count).compactMap { _ in
      OwnedThread {
        missing.withLock { $0 -= 1 }
        while missing.withLock({ $0 > 0 }) {}
        fault.happen()
      }
    }
    // Never returns: the deinit would join threads that end only with the process.
    _ = Unmanaged.passRetained(Threads(all: threads))
  }

  private final class Threads {
    let all: [OwnedThread]
    init(all: [OwnedThread]) { self.all = all }
  }
}

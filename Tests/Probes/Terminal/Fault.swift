import Glibc
import Locking

/// A fault that the probe causes in one of its threads; the raw value is the key that causes it.
enum Fault: Character, Sendable {
  case abort = "A"
  case badAddress = "S"
  case fatalError = "E"
  case busError = "B"
  case arithmetic = "F"
  case stackOverflow = "O"

  /// Causes the fault in the thread that calls this method.
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

  /// Recurses infinitely; the array in each frame prevents the optimisation into a loop.
  @inline(never) private static func overflow(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { memory in
      memory[depth % 64] = depth
      return overflow(depth + 1) + memory[depth % 64]
    }
  }
}

/// The thread in which the probe causes a fault; the raw value is the key that selects it.
enum FaultThread: Character, Sendable {
  /// The main thread, which owns the terminal.
  case first = "1"
  /// A worker thread, which `BackgroundThread` starts.
  case worker = "2"
  /// A thread of Swift's task pool.
  case pool = "3"
  /// Eight worker threads, which cause the fault simultaneously.
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
    for _ in 0..<count {
      let isStarted = BackgroundThread.start {
        missing.withLock { $0 -= 1 }
        while missing.withLock({ $0 > 0 }) {}
        fault.happen()
      }
      precondition(isStarted, "no thread can be started")
    }
  }
}

import CMicrohttpd
import Dispatch
import Locking

extension ServerConnection {
  /// A body that was inflated, with the memory that it has reserved; or the reason why it cannot be used.
  typealias Inflated = Result<[UInt8], CompressedBody.Failure>

  /// Inflates the body on a thread of the server, because this thread also serves other clients; the
  /// connection is suspended meanwhile.
  func inflate(on connection: OpaquePointer, _ core: ServerCore) {
    let body = CompressedBody(bytes: exchange.body)
    exchange.body = []
    let number = suspend(connection)
    core.inflating.async {
      guard !self.isAbandoned(number) else { return }
      var reserved = 0
      let result = Inflated { () throws(CompressedBody.Failure) in
        try body.inflated(within: core.limits) { count in
          guard core.reserveMemory(count) else { return false }
          reserved += count
          return true
        }
      }
      if case .failure = result { core.releaseMemory(reserved) }
      if !self.resume(with: result, for: number) {
        if case .success = result { core.releaseMemory(reserved) }
      }
    }
    // If `beginStop` ran before the connection was suspended, it has not resumed the connection.
    if core.isStopping { endWaiting() }
  }

  /// Resumes the connection with the inflated body; returns `false` if the request has a response already.
  private func resume(with result: Inflated, for request: Int) -> Bool {
    shared.withLock { shared in
      guard let suspended = shared.suspended, request == shared.requestNumber else { return false }
      shared.suspended = nil
      shared.inflated = result
      cmhd_resume(suspended.handle)
      return true
    }
  }

  /// Replaces the body of the exchange by the inflated one.
  ///
  /// - Returns: The response to a request whose body cannot be used; `nil` for others, and if no body was
  ///   inflated.
  func takeInflated(_ core: ServerCore) -> ServerResponse? {
    let inflated = shared.withLock { shared in
      defer { shared.inflated = nil }
      return shared.inflated
    }
    switch inflated {
    case nil: return nil
    case .failure(let failure)?: return core.faults.fault(of: failure)
    case .success(let body)?:
      (exchange.body, exchange.encoding) = (body, .identity)
      exchange.reservedSize += body.count
      return nil
    }
  }
}

internal import CCurl

/// The event loop of a client: drives all transfers on one thread.
final class TransferThread {
  private let engine: TransferLoop
  private let multi: UnsafeMutableRawPointer
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  /// The transfers that are queued because the limit of concurrent transfers is reached, in the order of
  /// their requests.
  private var pending: [Transfer] = []

  init(engine: TransferLoop, multi: UnsafeMutableRawPointer) {
    self.engine = engine
    self.multi = multi
    let connections = engine.configuration.maximumIdleConnections
    _ = ccurl_set_multi_long(multi, CURLMOPT_MAXCONNECTS, connections)
  }

  /// Runs until the engine stops, then cancels the remaining transfers.
  func run() {
    while let commands = engine.dequeueCommands() {
      commands.forEach(execute)
      startPending()
      var running: Int32 = 0
      ccurl_multi_perform(multi, &running)
      let hasCompleted = finishCompleted()
      let next = enforceTimeouts(at: .now)
      if hasCompleted && !pending.isEmpty { continue }
      ccurl_multi_poll(multi, milliseconds(until: next))
    }
    for transfer in active.values {
      end(transfer, .failure(.cancelled))
    }
    for transfer in pending {
      transfer.finish(.failure(.cancelled))
    }
  }

  private func execute(_ command: TransferLoop.Command) {
    switch command {
    case .start(let transfer):
      if transfer.isCancelled {
        transfer.finish(.failure(.cancelled))
      } else {
        pending.append(transfer)
      }
    case .cancel(let transfer):
      if transfer.easy != nil {
        end(transfer, .failure(.cancelled))
      } else {
        transfer.finish(.failure(.cancelled))
      }
    case .resume(let transfer):
      transfer.resume()
    }
  }

  private func startPending() {
    var count = 0
    for transfer in pending {
      guard active.count < max(engine.configuration.maximumTransfers, 1) else { break }
      count += 1
      guard !transfer.isFinished else { continue }
      do throws(HTTPError) {
        let easy = try transfer.prepare(engine.configuration)
        guard ccurl_multi_add_handle(multi, easy) == CURLM_OK else {
          throw .unavailable("libcurl does not accept the request")
        }
        active[easy] = transfer
      } catch {
        transfer.close()
        transfer.finish(.failure(error))
      }
    }
    pending.removeFirst(count)
  }

  /// Ends the transfers that libcurl has completed; returns whether there were any.
  private func finishCompleted() -> Bool {
    var hasCompleted = false
    var code = CURLE_OK
    while let easy = ccurl_next_done(multi, &code) {
      guard let transfer = active[easy] else { continue }
      end(transfer, transfer.outcome(of: code))
      hasCompleted = true
    }
    return hasCompleted
  }

  /// Ends the transfers that have timed out; returns when the next timeout expires.
  private func enforceTimeouts(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for transfer in Array(active.values) + pending where !transfer.isFinished {
      guard let (limit, instant) = transfer.nextTimeout else { continue }
      if instant <= now {
        end(transfer, .failure(transfer.timeout(limit)))
      } else {
        next = min(next ?? instant, instant)
      }
    }
    return next
  }

  private func end(_ transfer: Transfer, _ outcome: Result<HTTPFacts, HTTPError>) {
    if let easy = transfer.easy {
      active[easy] = nil
      ccurl_multi_remove_handle(multi, easy)
      transfer.close()
    }
    transfer.finish(outcome)
  }

  /// Returns the milliseconds until an instant, rounded up: after a wake-up that is too early, no timeout
  /// would have expired yet.
  private func milliseconds(until instant: ContinuousClock.Instant?) -> Int32 {
    guard let instant else { return Int32.max }
    let left = ContinuousClock.now.duration(to: instant)
    let milliseconds = left.components.seconds.multipliedReportingOverflow(by: 1_000)
    guard !milliseconds.overflow, milliseconds.partialValue < 1_000_000_000 else {
      return 1_000_000_000
    }
    let part = left.components.attoseconds / 1_000_000_000_000_000
    return Int32(max(milliseconds.partialValue + part + 1, 0))
  }
}

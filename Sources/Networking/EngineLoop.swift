internal import CCurl

/// What the client's thread does: all of it on that one thread.
final class EngineLoop {
  private let engine: Engine
  private let multi: UnsafeMutableRawPointer
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  private var waiting: [Transfer] = []

  init(engine: Engine, multi: UnsafeMutableRawPointer) {
    self.engine = engine
    self.multi = multi
    let connections = engine.configuration.maximumIdleConnections
    _ = ccurl_set_multi_long(multi, CURLMOPT_MAXCONNECTS, connections)
  }

  /// Works until the engine is to stop, then gives up what is left.
  func run() {
    while let commands = engine.takeCommands() {
      commands.forEach(obey)
      startWaiting()
      var running: Int32 = 0
      ccurl_multi_perform(multi, &running)
      let hasEnded = finishDone()
      let next = enforceLimits(at: .now)
      if hasEnded && !waiting.isEmpty { continue }
      ccurl_multi_poll(multi, milliseconds(until: next))
    }
    for transfer in active.values {
      end(transfer, .failure(.cancelled))
    }
    for transfer in waiting {
      transfer.finish(.failure(.cancelled))
    }
  }

  private func obey(_ command: Engine.Command) {
    switch command {
    case .start(let transfer):
      if transfer.isCancelled {
        transfer.finish(.failure(.cancelled))
      } else {
        waiting.append(transfer)
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

  private func startWaiting() {
    var taken = 0
    for transfer in waiting {
      guard active.count < max(engine.configuration.maximumTransfers, 1) else { break }
      taken += 1
      guard !transfer.isFinished else { continue }
      do throws(HTTPError) {
        let easy = try transfer.prepare(engine.configuration)
        guard ccurl_multi_add_handle(multi, easy) == CURLM_OK else {
          throw .unavailable("libcurl accepts no request")
        }
        active[easy] = transfer
      } catch {
        transfer.close()
        transfer.finish(.failure(error))
      }
    }
    waiting.removeFirst(taken)
  }

  private func finishDone() -> Bool {
    var hasEnded = false
    var code = CURLE_OK
    while let easy = ccurl_next_done(multi, &code) {
      guard let transfer = active[easy] else { continue }
      end(transfer, transfer.outcome(of: code))
      hasEnded = true
    }
    return hasEnded
  }

  /// Ends what is over time, and tells when the next one would be.
  private func enforceLimits(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for transfer in Array(active.values) + waiting where !transfer.isFinished {
      guard let (limit, instant) = transfer.nextLimit else { continue }
      if instant <= now {
        end(transfer, .failure(.timedOut(transfer.phase, limit)))
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

  /// Rounded up, so that a limit is never met a moment too early and polled again.
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

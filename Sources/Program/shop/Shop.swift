import Dispatch
import FeatureFlags
import FoundationEssentials
import Glibc

/// An example app: a shop in the terminal that redraws when its features change.
///
/// Start it with `halyard run -- shop`, and change features in a dashboard in another terminal. If
/// standard output is not a terminal, the shop prints one line for each override.
@main
struct Shop {
  static func main() async {
    // Evaluates for the signed-in user; `halyard --user ana` shows the same evaluations.
    FeatureFlags.store = FlagStore(user: "ana")
    if CommandLine.arguments.count > 1 {
      FeatureFlags.configurationURL = URL(fileURLWithPath: CommandLine.arguments[1])
    } else {
      FeatureFlags.refreshWithData(Data(Catalogue.text.utf8))
    }
    for failure in FeatureFlags.failures { print("shop: \(failure)") }
    let changes = FeatureFlags.changes()
    guard isatty(STDOUT_FILENO) == 1 else { return await list(changes) }
    let signals = [SIGINT, SIGTERM, SIGHUP].map(exiting)
    write("\u{1B}[?1049h\u{1B}[?25l")
    var count = 0
    draw(count)
    for await _ in changes {
      count += 1
      draw(count)
    }
    withExtendedLifetime(signals) {}
  }

  private static func draw(_ count: Int) {
    let lines = ShopFront(changes: count).lines.map { $0 + "\u{1B}[K" }
    write("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Prints the new state of each feature whose override changes.
  private static func list(_ changes: AsyncStream<StoreChange>) async {
    for await change in changes {
      guard case .overridden(let features) = change.kind else { continue }
      for feature in features {
        let state = feature.state(in: .development)
        let label = state.isEnabled ? state.variation?.rawValue ?? "Enabled" : "Disabled"
        write("\(feature.name): \(label)\n")
      }
    }
  }

  /// Restores the terminal and exits when the signal arrives.
  private static func exiting(on signal: Int32) -> any DispatchSourceSignal {
    Glibc.signal(signal, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
    source.setEventHandler {
      write("\u{1B}[?25h\u{1B}[?1049l")
      exit(128 + signal)
    }
    source.resume()
    return source
  }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(count, 0))
    }
  }
}

import Dispatch
import FeatureFlags
import FoundationEssentials
import Glibc

/// A small shop in the terminal that redraws as its features change; it shows what an app does.
///
/// Start it with `halyard run -- shop`, and flip features on a dashboard beside it. Into a pipe it
/// writes one line for each change.
@main
struct Shop {
  static func main() async {
    // The signed-in user, for whom the dashboard shows the same with --user.
    FeatureFlags.store = FlagStore(user: "ana")
    if CommandLine.arguments.count > 1 {
      FeatureFlags.configurationURL = URL(fileURLWithPath: CommandLine.arguments[1])
    } else {
      FeatureFlags.refreshWithData(Data(Catalogue.text.utf8))
    }
    for failure in FeatureFlags.failures { print("shop: \(failure)") }
    let changes = FeatureFlags.changes()
    guard isatty(STDOUT_FILENO) == 1 else { return await list(changes) }
    let signals = [SIGINT, SIGTERM, SIGHUP].map(closing)
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

  /// Writes what features are, as they change.
  private static func list(_ changes: AsyncStream<FlagChange>) async {
    for await change in changes {
      guard case .overridden(let features) = change.kind else { continue }
      for feature in features {
        let state = feature.state(in: .development)
        let words = state.isEnabled ? state.variation?.rawValue ?? "Enabled" : "Disabled"
        write("\(feature.name): \(words)\n")
      }
    }
  }

  /// Gives the terminal back when a signal ends the program.
  private static func closing(on signal: Int32) -> any DispatchSourceSignal {
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

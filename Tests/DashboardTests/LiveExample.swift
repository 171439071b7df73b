import Dashboard
import FeatureFlags
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import Connectivity

/// Examples of a remote source: polls, responses and connectivity.
enum Live {
  static let context = DashboardContext(
    source: "flags.json",
    workspace: "flags-9c2e",
    version: "0.2.0",
    wallClock: .zone(),
    probeURLs: [apple, captive]
  )

  static let response = PollResponse(
    text: "OK",
    status: 200,
    time: .milliseconds(87),
    bytes: 12_345,
    when: Moment(.zero, clock: "10:04:12")
  )
  static let unchanged = PollResponse(
    text: "not modified",
    status: 304,
    time: .milliseconds(41),
    when: Moment(.zero, clock: "10:05:12")
  )

  static let fresh = PollStatus(
    interval: .seconds(60),
    nextDue: .seconds(60),
    waitStart: .zero,
    lastResponse: response
  )

  static var counting: PollStatus {
    var status = fresh
    status.nextDue = .milliseconds(22_400)
    status.waitStart = .milliseconds(-37_600)
    status.lastResponse = unchanged
    return status
  }

  static var paused: PollStatus {
    var status = counting
    status.isPaused = true
    return status
  }

  static var failed: PollStatus {
    PollStatus(
      interval: .seconds(60),
      nextDue: .seconds(245),
      waitStart: .seconds(-55),
      isBackingOff: true,
      failure: "flags.example.test refused the connection at port 443",
      staleSince: Moment(.seconds(-3_000), clock: "09:14")
    )
  }

  static var stale: PollStatus {
    var status = counting
    status.staleSince = Moment(.seconds(-3_000), clock: "09:14")
    return status
  }

  static func loading(_ progress: LoadProgress?, again: Bool = false) -> PollStatus {
    PollStatus(
      interval: .seconds(60),
      isLoading: true,
      progress: progress,
      lastResponse: again ? unchanged : nil
    )
  }

  /// The status of a poll that began three seconds ago, after a failed poll.
  static var retrying: PollStatus {
    var status = failed
    status.isLoading = true
    status.loadStart = .seconds(-3)
    status.deadline = .seconds(30)
    return status
  }

  static let longAddress =
    "https://flags.example.test:8443/api/v2/environments/staging/features.json?key=1"

  static func timings(_ steps: [Int], total: Int) -> HTTPTimings {
    var timings = HTTPTimings()
    timings.nameLookup = .milliseconds(steps[0])
    timings.connect = .milliseconds(steps[1])
    timings.tls = .milliseconds(steps[2])
    timings.firstByte = .milliseconds(steps[3])
    timings.total = .milliseconds(total)
    return timings
  }

  static let apple = "https://www.apple.com/library/test/success.html"
  static let captive = "https://captive.apple.com/hotspot-detect.html"

  static func probe(
    _ url: String,
    _ outcome: ConnectivityProbe.Outcome = .succeeded,
    status: Int? = nil,
    timings: HTTPTimings? = nil,
    milliseconds: Int
  ) -> ConnectivityProbe {
    ConnectivityProbe(
      url: url,
      outcome: outcome,
      status: status,
      timings: timings,
      duration: .milliseconds(milliseconds)
    )
  }

  static func report(
    _ status: ConnectivityStatus,
    _ kind: ConnectivityInterface? = .ethernet,
    probes: [ConnectivityProbe] = [],
    milliseconds: Int = 164
  ) -> ConnectivityReport {
    let names: [ConnectivityInterface: String] = [.wifi: "wlp3s0", .cellular: "wwan0"]
    return ConnectivityReport(
      status: status,
      interface: kind.map {
        NetworkInterface(name: names[$0] ?? "eth0", index: 2, kind: $0, isUp: true)
      },
      probes: probes,
      refusedURLs: [],
      threshold: ConnectivityPercentage(50),
      required: 1,
      duration: .milliseconds(milliseconds)
    )
  }

  static let online = report(
    .connectedViaEthernet,
    probes: [
      probe(apple, status: 200, timings: timings([3, 12, 28, 41], total: 88), milliseconds: 88),
      probe(
        captive,
        status: 200,
        timings: timings([5, 30, 62, 64], total: 164),
        milliseconds: 164
      ),
    ]
  )

  static let portal = report(
    .connectedViaWiFiWithoutInternet,
    .wifi,
    probes: [
      probe(
        apple,
        .failed(
          .captivePortal(
            CaptivePortal(
              host: "login.hotel.example",
              url: "http://login.hotel.example/start",
              title: "Welcome, guest",
              sign: .redirect
            )
          )
        ),
        status: 302,
        timings: timings([2, 4, 0, 9], total: 15),
        milliseconds: 15
      ),
      probe(
        captive,
        .failed(.noResponse(.refused(host: "captive.apple.com", port: 443))),
        milliseconds: 6
      ),
    ],
    milliseconds: 15
  )

  static let offline = report(
    .notConnected,
    nil,
    probes: [
      probe(apple, .failed(.noResponse(.unreachable(host: "www.apple.com"))), milliseconds: 1),
      probe(
        captive,
        .failed(.noResponse(.timedOut(.nameLookup, .deadline))),
        milliseconds: 5_000
      ),
    ],
    milliseconds: 5_000
  )

  /// A check in which the network is up, but none of the default URLs responds.
  static let unreachable = report(
    .connectedViaEthernetWithoutInternet,
    probes: [
      probe(
        apple,
        .failed(.noResponse(.refused(host: "www.apple.com", port: 443))),
        milliseconds: 3
      ),
      probe(captive, .failed(.noResponse(.timedOut(.connect, .deadline))), milliseconds: 5_000),
    ],
    milliseconds: 5_000
  )

  /// A check in which a custom URL responds with an unexpected text.
  static let unexpected = report(
    .connectedViaEthernetWithoutInternet,
    probes: [
      probe(
        "https://flags.example.test/ping",
        .failed(.unexpectedBody(.contains("pong"), title: "It works!")),
        status: 200,
        timings: timings([2, 4, 8, 9], total: 24),
        milliseconds: 24
      )
    ],
    milliseconds: 24
  )

  /// Creates a report with the given status.
  static func report(of status: ConnectivityStatus) -> ConnectivityReport {
    switch status {
    case .connectedViaCellular, .connectedViaCellularWithoutInternet: report(status, .cellular)
    case .connectedViaWiFi, .connectedViaWiFiWithoutInternet: report(status, .wifi)
    case .connectedViaEthernet, .connectedViaEthernetWithoutInternet: report(status)
    default: report(status, nil)
    }
  }

  /// Creates the given number of log entries by repeating six samples, one of which is a failed
  /// poll.
  static func entries(_ count: Int) -> [ActivityEntry] {
    let samples: [(ActivityEntry.Kind, String, String)] = [
      (.poll, "304 not modified, 41 ms, 0.3 ms late", ""),
      (.own, "Gift wrap: enabled", ""),
      (
        .poll, "200 OK, 87 ms, 12 kB: 2 features changed",
        "CTA colour: Group B · Gift wrap: Enabled"
      ),
      (.connectivity, "Ethernet with Internet access", "164 ms, 2 of 2"),
      (.other, "Express pay: reset", "by another program on this workspace"),
      (.poll, "flags.example.test refused the connection at port 443", "next in 2 min"),
    ]
    return (0..<count).map { number in
      let (kind, text, details) = samples[number % samples.count]
      let seconds = number % 60
      let clock = "10:\(10 + number / 60):\(seconds < 10 ? "0" : "")\(seconds)"
      let when = Moment(.seconds(number), clock: clock)
      let hasFailed = text.contains("refused")
      return ActivityEntry(
        when: when,
        kind: kind,
        hasFailed: hasFailed,
        text: text,
        details: details
      )
    }
  }

  /// Creates a dashboard with the features of the shop from a remote source, and presses keys.
  static func dashboard(
    columns: Int = 120,
    rows: Int = 32,
    origin: Origin = .remote,
    isLoaded: Bool = true,
    source: String = context.source,
    theme: Theme = .terminal,
    poll: PollStatus? = fresh,
    reports: [ConnectivityReport] = [online],
    entries: [ActivityEntry] = [],
    keys: String = ""
  ) -> DashboardState {
    var context = context
    context.source = source
    var state = Shop.dashboard(
      columns: columns,
      rows: rows,
      theme: theme,
      context: context,
      snapshot: isLoaded
        ? LoadedSource(features: Shop.features, problems: Shop.problems, origin: origin) : nil
    )
    if let poll { state.setPolling(poll) }
    for report in reports { _ = state.update(.connectivity(report), now: .zero) }
    for entry in entries { _ = state.update(.activity(entry), now: .zero) }
    _ = state.press(keys)
    return state
  }
}

/// Expects the given headers for dashboards with 160, 120, 80, 60 and 40 columns.
func expectHeaders(
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ dashboard: (Int) -> DashboardState
) {
  let found = [160, 120, 80, 60, 40].map { columns in
    let line = dashboard(columns).screen.split(separator: "\n")[0]
    return String(line)
  }
  guard found != expected.split(separator: "\n").map(String.init) else { return }
  let comment = "The headers differ.\nThe whole screen as found:\n"
  Issue.record(
    Comment(rawValue: comment + found.joined(separator: "\n")),
    sourceLocation: sourceLocation
  )
}

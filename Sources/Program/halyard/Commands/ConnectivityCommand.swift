import Connectivity
import Dashboard
import Documents
import FeatureFlags
import Text

/// Checks the Internet connectivity once, or until interrupted with `--watch`.
struct ConnectivityCommand: Command {
  static let row = CommandRow(
    name: "connectivity",
    summary: "Check Internet connectivity, captive portals included.",
    options: [.url, .threshold, .expect, .expectStatus, .watch, .json],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  private let connectivity: ConnectivityOptions
  private let isWatching: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    connectivity = try arguments.connectivityOptions()
    isWatching = arguments.has(.watch)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let console = program.console
    let configuration = connectivity.configuration(pollsAlways: true)
    let connectivity = Connectivity(configuration: configuration, client: program.makeClient())
    // Prints the hosts before the first request: the default hosts are public servers.
    if !isJSON { console.say("Probing \(configuration.addresses.joined(separator: ", "))") }
    guard isWatching else {
      let report = await connectivity.check()
      show(report, console)
      if !report.isConnected { throw .negative }
      return
    }
    let reports = connectivity.reports
    connectivity.startNotifier()
    var last: ConnectivityReport?
    for await report in reports where report.differs(from: last) {
      show(report, console, isPretty: false)
      last = report
    }
  }

  private func show(_ report: ConnectivityReport, _ console: Console, isPretty: Bool = true) {
    if isJSON { return console.write(report.json.text(isPretty: isPretty) + "\n") }
    // `DisplayText` removes control characters: page titles and hosts come from the network.
    console.write(DisplayText(report.headline).text + "\n")
    guard isPretty else { return }
    let rows = report.probes.map { probe in
      ["  \(probe.mark)", probe.url, probe.words, probe.duration.elapsedText]
    }
    console.write(Table(rows: rows).text)
  }
}

extension ConnectivityReport {
  /// One line with the result, the interface, and the numbers of successful and required probes.
  fileprivate var headline: String {
    let via = interface.map { ", \($0.name)" } ?? ""
    // The description of an inconclusive result already contains the number of failed probes.
    let counts = isInconclusive ? "" : ", \(successes) of \(probes.count) probes succeeded"
    return "\(self)\(via)\(counts), \(required) required"
  }

  fileprivate var json: JSONValue {
    .object([
      ("status", .string("\(status)")),
      ("connected", .bool(isConnected)),
      ("conclusive", .bool(!isInconclusive)),
      ("interface", .text(interface?.name)),
      ("portal", .text(captivePortal?.host)),
      ("threshold", .number(threshold.value)),
      ("score", .number(score.value)),
      ("seconds", .number(duration / .seconds(1))),
      ("probes", .list(probes.map(\.json))),
    ])
  }
}

extension ConnectivityProbe {
  fileprivate var mark: String {
    switch outcome {
    case .succeeded: "✓"
    case .failed(.captivePortal): "▲"
    case .failed(.noResponse), .failed(.unexpectedStatus), .failed(.unexpectedBody): "✗"
    case .notNeeded: "–"
    }
  }

  fileprivate var words: String {
    switch outcome {
    case .succeeded: "expected response"
    case .failed(let failure): "\(failure)"
    case .notNeeded: "skipped: the result is clear"
    }
  }

  /// The kind of failure in JSON, for scripts; `nil` unless the probe failed.
  private var failureName: String? {
    guard case .failed(let failure) = outcome else { return nil }
    return switch failure {
    case .noResponse: "no-response"
    case .unexpectedStatus: "unexpected-status"
    case .unexpectedBody: "unexpected-body"
    case .captivePortal: "captive-portal"
    }
  }

  fileprivate var json: JSONValue {
    .object([
      ("url", .string(url)),
      ("succeeded", .bool(isSuccess)),
      ("failure", .text(failureName)),
      ("result", .string(words)),
      ("status", .optionalNumber(status.map(Double.init))),
      ("seconds", .number(duration / .seconds(1))),
    ])
  }
}

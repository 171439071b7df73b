import Connectivity
import Dashboard
import FeatureFlags

/// Tells whether the network is really there, captive portals included.
enum ConnectivityCommand {
  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let connectivity = Connectivity(
      configuration: try ConnectivityConfiguration(arguments, pollsAlways: true)
    )
    guard arguments.has(.watch) else {
      let report = await connectivity.check()
      show(report, isJSON: arguments.has(.json), console)
      if !report.isConnected { throw .negative }
      return
    }
    let reports = connectivity.reports
    connectivity.startNotifier()
    var last: ConnectivityReport?
    for await report in reports where report.isNews(after: last) {
      show(report, isJSON: arguments.has(.json), console, isPretty: false)
      last = report
    }
  }

  private static func show(
    _ report: ConnectivityReport,
    isJSON: Bool,
    _ console: Console,
    isPretty: Bool = true
  ) {
    if isJSON { return console.write(report.json.text(isPretty: isPretty) + "\n") }
    console.write(report.headline + "\n")
    guard isPretty else { return }
    let rows = report.probes.map { probe in
      ["  \(probe.mark)", probe.url, probe.words, probe.duration.spentWords]
    }
    console.write(Table(rows: rows).text)
  }
}

extension ConnectivityReport {
  /// The status, how it was reached, and who stands in the way.
  fileprivate var headline: String {
    let via = interface.map { ", \($0.name)" } ?? ""
    let portal = captivePortal.map { ", captive portal at \($0.host)" } ?? ""
    return DisplayText(
      "\(status)\(via)\(portal), \(successes) of \(probes.count) answered, \(required) wanted"
    ).text
  }

  fileprivate var json: JSONValue {
    .object([
      ("status", .string("\(status)")),
      ("connected", .bool(isConnected)),
      ("interface", .text(interface?.name)),
      ("portal", .text(captivePortal?.host)),
      ("threshold", .number(threshold.value)),
      ("score", .number(score.value)),
      ("seconds", .number(duration / .seconds(1))),
      (
        "probes",
        .list(
          probes.map { probe in
            .object([
              ("url", .string(probe.url)),
              ("succeeded", .bool(probe.isSuccess)),
              ("result", .string(probe.words)),
              ("status", .optionalNumber(probe.status.map(Double.init))),
              ("seconds", .number(probe.duration / .seconds(1))),
            ])
          }
        )
      ),
    ])
  }
}

extension ConnectivityProbe {
  fileprivate var mark: String {
    switch outcome {
    case .succeeded: "✓"
    case .failed: "✗"
    case .notNeeded: "–"
    }
  }

  fileprivate var words: String {
    switch outcome {
    case .succeeded: "the expected answer"
    case .failed(let failure): "\(failure)"
    case .notNeeded: "not needed"
    }
  }
}

import Connectivity
import Dashboard
import Networking

/// Checks the Internet connectivity for the dashboard, and reports each result to its inbox.
final class ConnectivityWatch: Sendable {
  private let connectivity: Connectivity
  /// Whether checks also start without a key press: when the dashboard opens, and when a network
  /// interface changes.
  private let isAutomatic: Bool
  private let inbox: Inbox

  /// Creates a watch that requests no URL before `run()` or `check()`.
  init(_ options: ConnectivityOptions, _ program: Program, inbox: Inbox) {
    connectivity = Connectivity(
      configuration: options.configuration(),
      client: program.makeClient()
    )
    // The default URLs belong to public hosts, which are requested only if the user presses a key.
    isAutomatic = !options.urls.isEmpty
    self.inbox = inbox
  }

  /// Reports each check until the task is cancelled; with automatic checks, also watches the
  /// network interfaces.
  func run() async {
    let reports = connectivity.reports
    if isAutomatic { connectivity.startNotifier() }
    var last: ConnectivityReport?
    for await report in reports {
      inbox.post(.connectivity(report))
      if report.differs(from: last) {
        inbox.log(.connectivity, "\(report)", details: report.details)
      }
      last = report
    }
    connectivity.stopNotifier()
  }

  /// Starts a check that the user requests.
  func check() {
    connectivity.checkConnectivity()
  }

  /// Starts a check if checks are automatic; called after a poll without a response.
  func checkIfAutomatic() {
    if isAutomatic { check() }
  }
}

extension ConnectivityReport {
  /// Whether the report differs from the last one in its status or description.
  ///
  /// Without a last report, the report is news if its check has ended.
  func differs(from last: ConnectivityReport?) -> Bool {
    guard let last else { return status != .determining }
    return status != last.status || description != last.description
  }

  /// The details for the activity log: the status for a captive portal, whose description omits the
  /// status; otherwise the failures of the probes.
  fileprivate var details: String {
    guard captivePortal == nil else { return "\(status)" }
    let failures = probes.compactMap { probe in
      if case .failed(let failure) = probe.outcome { "\(failure)" } else { nil }
    }
    return failures.joined(separator: ", ")
  }
}

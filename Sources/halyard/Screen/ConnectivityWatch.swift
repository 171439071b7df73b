import Connectivity
import Dashboard
import Networking

/// Checks the Internet connectivity for the dashboard, and reports each result to its inbox.
final class ConnectivityWatch: Sendable {
  private let connectivity: Connectivity
  /// Whether checks are made without a key press.
  private let isAutomatic: Bool
  private let inbox: Inbox
  private let time: Timeline

  /// Makes a watch; no URL is requested before `run()` or `check()`.
  init(_ options: ConnectivityOptions, _ program: Program, inbox: Inbox, time: Timeline) {
    connectivity = Connectivity(
      configuration: options.configuration(),
      client: program.makeClient()
    )
    // The default URLs are those of public hosts: only a key press of the user may request them.
    isAutomatic = !options.urls.isEmpty
    self.inbox = inbox
    self.time = time
  }

  /// Reports each check until the task is cancelled, and watches the interfaces if automatic.
  func run() async {
    let reports = connectivity.reports
    if isAutomatic { connectivity.startNotifier() }
    var last: ConnectivityReport?
    for await report in reports {
      inbox.post(.connectivity(report))
      if report.isNews(after: last) {
        inbox.post(.activity(time.entry(.connectivity, "\(report)", details: report.details)))
      }
      last = report
    }
    connectivity.stopNotifier()
  }

  /// Checks now, for the user.
  func check() {
    connectivity.checkConnectivity()
  }

  /// Checks now if checks are automatic, to explain why a source does not respond.
  func checkIfAutomatic() {
    if isAutomatic { check() }
  }
}

extension ConnectivityReport {
  /// Whether the status or the description differs from those of the previous report.
  func isNews(after last: ConnectivityReport?) -> Bool {
    guard let last else { return status != .determining }
    return status != last.status || description != last.description
  }

  /// The status where the description does not have it, or else why probes failed.
  fileprivate var details: String {
    guard captivePortal == nil else { return "\(status)" }
    let failures = probes.compactMap { probe in
      if case .failed(let failure) = probe.outcome { "\(failure)" } else { nil }
    }
    return failures.joined(separator: ", ")
  }
}

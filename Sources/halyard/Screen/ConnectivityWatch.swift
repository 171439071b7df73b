import Connectivity
import Dashboard

/// Watches the way to the Internet for the dashboard, and tells it what comes of that.
final class ConnectivityWatch: Sendable {
  private let connectivity: Connectivity
  /// Whether it is watched without being asked.
  private let isAutomatic: Bool
  private let inbox: Inbox
  private let time: Timeline

  /// Makes a watch; nobody is contacted yet.
  init(
    _ configuration: ConnectivityConfiguration,
    isAutomatic: Bool,
    inbox: Inbox,
    time: Timeline
  ) {
    connectivity = Connectivity(configuration: configuration)
    self.isAutomatic = isAutomatic
    self.inbox = inbox
    self.time = time
  }

  /// Tells of each check, until the task is cancelled.
  func run() async {
    let reports = connectivity.reports
    if isAutomatic { connectivity.startNotifier() }
    var last: ConnectivityReport?
    for await report in reports {
      inbox.post(.connectivity(report))
      if report.isNews(after: last) {
        let portal = report.captivePortal.map { "captive portal at \($0.host)" } ?? ""
        inbox.post(.activity(time.entry(.connectivity, "\(report.status)", details: portal)))
      }
      last = report
    }
    connectivity.stopNotifier()
  }

  /// Checks now, because the user asks.
  func check() {
    connectivity.checkConnectivity()
  }

  /// Checks now if this may explain why a server is silent.
  func checkIfAutomatic() {
    if isAutomatic { check() }
  }
}

extension ConnectivityReport {
  /// Whether it says something else than the one before: of the status, or of who is in the way.
  func isNews(after last: ConnectivityReport?) -> Bool {
    status != (last?.status ?? .determining) || captivePortal?.host != last?.captivePortal?.host
  }
}

import Connectivity
import Dashboard
import FeatureFlags
import Networking
import Workbench

import struct FoundationEssentials.Date

/// The facts of a report that only the dashboard or the command has.
struct ReportFacts: Sendable {
  /// The screen of the user as plain text, one line for each row.
  var screen: String
  /// The report of the last connectivity check; `nil` for none.
  var connectivity: ConnectivityReport?
  /// The features that clients requested during the recorded test case; `nil` without a test case.
  var testCase: TestCaseSummary?
  /// The users for whom clients of the server have requested tests, by feature.
  var tests: [Feature.Name: TestUsers] = [:]
}

extension Report {
  /// Creates a report of the current state; reads the history of the workspace.
  ///
  /// - Parameters:
  ///   - setup: The source, the workspace and the store.
  ///   - loaded: The active configuration.
  ///   - facts: The facts of the dashboard or of the command.
  init(of setup: Setup, _ loaded: ConfigurationLoader.Loaded, _ facts: ReportFacts) async {
    let environment = setup.program.environment
    let date = environment.reproducibleDate ?? Date()
    self.init(
      date: date,
      version: setup.program.version,
      source: setup.source.name,
      workspace: setup.workspace.name,
      origin: loaded.origin,
      user: setup.store.context,
      features: setup.store.features,
      overrides: setup.store.activeOverrides,
      screen: facts.screen,
      wallClock: .system(at: date)
    )
    let validators = [
      loaded.revision?.etag.map { "ETag " + $0 },
      loaded.revision?.lastModified.map { "Last-Modified " + $0 },
    ]
    revision = validators.compactMap(\.self).joined(separator: ", ")
    received = loaded.received
    failures = loaded.failures.map { "\($0)" }
    problems = loaded.configuration.problems.filter { $0.fact != .developmentEnabled }
    connectivity = facts.connectivity
    testCase = facts.testCase
    tests = facts.tests
    author = environment.author
    if setup.team == nil { followerCount = setup.workspace.overrideStorage.followerCount }
    do throws(WorkspaceError) {
      history = try await setup.store.history().operations.suffix(Self.historyLimit).reversed()
    } catch {
      historyFailure = "\(error)"
    }
  }
}

import Connectivity
import Dashboard
import FeatureFlags
import Networking

import struct FoundationEssentials.Date

extension Report {
  /// Creates a report of the current state; reads the history of the workspace.
  ///
  /// - Parameters:
  ///   - setup: The source, the workspace and the store.
  ///   - loaded: The active configuration.
  ///   - screen: The text of the screen.
  ///   - connectivity: The last connectivity check; `nil` for none.
  init(
    of setup: Setup,
    _ loaded: ConfigurationLoader.Loaded,
    screen: String,
    connectivity: ConnectivityReport?
  ) async {
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
      screen: screen,
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
    self.connectivity = connectivity
    author = environment.author
    do throws(WorkspaceError) {
      history = try await setup.store.history().acts.suffix(Self.historyLimit).reversed()
    } catch {
      historyFailure = "\(error)"
    }
  }
}

import FoundationEssentials
package import Networking

/// The dependencies of a plugin: the configuration of Ascend, the user of the app, and the storage
/// folder.
public struct AscendContext: Sendable {
  /// The configuration with which Ascend was initialised.
  public let config: AscendConfig
  /// The user of the app, a guest until a login.
  public let user: AscendUser
  /// The folder for the files of the plugin; `nil` if nothing can be persisted.
  public let storageFolder: String?
  let dependencies: AscendDependencies

  /// Writes a line to the log of the app.
  ///
  /// - Parameters:
  ///   - level: The severity; warnings are always logged.
  ///   - text: The line to log, which is only created if it is logged.
  ///   - isIncluded: Whether a line that is not a warning is logged.
  public func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isIncluded: Bool) {
    config.coreConfig.log(level, text(), isIncluded: isIncluded)
  }
}

/// A plugin that Ascend creates with an ``AscendContext``: the configuration, the user and the
/// storage folder.
public protocol AscendContextPlugin: AscendPluginProtocol {
  /// Creates the plugin. Ascend then calls ``AscendPluginProtocol/initialize()`` and
  /// ``AscendPluginProtocol/configure(with:)``.
  init(context: AscendContext)
}

/// The dependencies of Ascend that tests replace: network, time, randomness, and the overrides
/// file.
package struct AscendDependencies: Sendable {
  /// The HTTP client that sends all requests.
  package var client: HTTPClient
  /// The clock that measures the back-off between retries.
  package var clock: any Clock<Duration>
  /// A function that returns the wall clock time, in seconds since 1970.
  package var now: @Sendable () -> Double
  /// A function that returns a random number in 0...1, for the jitter of the back-off.
  package var random: @Sendable () -> Double
  /// The path of the overrides file, or the URL of the server, that Ascend follows; `nil` for none.
  package var overridesPath: String?

  /// Creates the dependencies of a running program; tests pass replacements.
  package init(
    client: HTTPClient? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    overridesPath: String? = nil
  ) {
    var configuration = HTTPClient.Configuration()
    configuration.userAgent = "AscendExperiments"
    self.client = client ?? HTTPClient(configuration: configuration)
    self.clock = clock
    self.now = now
    self.random = random
    self.overridesPath = overridesPath
  }
}

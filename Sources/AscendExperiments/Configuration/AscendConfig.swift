/// What Ascend is initialised with.
public struct AscendConfig: Sendable {
  /// The plugins; of two of the same type the later one counts.
  public let plugins: [AscendPlugin]
  /// How servers are asked, where a plugin does not say otherwise.
  public let httpConfig: HTTPConfig
  /// What holds for all plugins.
  public let coreConfig: AscendCoreConfig

  /// Makes a configuration.
  public init(
    plugins: [AscendPlugin],
    httpConfig: HTTPConfig = HTTPConfig(),
    coreConfig: AscendCoreConfig
  ) {
    self.plugins = plugins
    self.httpConfig = httpConfig
    self.coreConfig = coreConfig
  }
}

/// The configuration of Ascend; pass it to ``Ascend/initialize(with:)``.
public struct AscendConfig: Sendable {
  /// The plugins to register; the last of several plugins of one type wins.
  public let plugins: [AscendPlugin]
  /// The defaults for requests, which a plugin can override.
  public let httpConfig: HTTPConfig
  /// The part that applies to all plugins.
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

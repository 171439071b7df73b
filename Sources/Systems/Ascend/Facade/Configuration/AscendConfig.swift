/// The configuration of Ascend; pass it to ``Ascend/initialize(with:)``.
public struct AscendConfig: Sendable {
  /// The plugins to register; the last of several plugins of the same type wins.
  public let plugins: [AscendPlugin]
  /// The default settings of requests, which a plugin can override.
  public let httpConfig: HTTPConfig
  /// The settings that apply to all plugins.
  public let coreConfig: AscendCoreConfig

  /// Creates a configuration; by default requests use the default values of ``HTTPConfig``.
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

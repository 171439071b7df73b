public import FoundationEssentials

/// The errors of Ascend and its plugins.
public enum AscendError: Error, Sendable {
  /// Ascend was not initialised.
  case notInitialized
  /// Ascend was initialised before.
  case alreadyInitialized
  /// Ascend or a plugin cannot be initialised, with the reason.
  case initializationFailed(any Error)
  /// No plugin of that name is registered.
  case pluginNotFound(String)
  /// A plugin of that name is in use.
  case pluginAlreadyExists(String)
  /// A configuration is wrong.
  case configurationError(String)
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case networkError(String)
  /// A file cannot be read or written.
  case storageError(String)
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case serializationError(String)
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case invalidData(String)
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case timeoutError
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case authenticationError(String)
  /// Kept for programs that match on it: never thrown; see `ExperimentsError`.
  case permissionError(String)
}

extension AscendError: CustomStringConvertible {
  /// The kind of the error and its detail, such as `Storage error: File not found`.
  public var description: String {
    switch self {
    case .notInitialized: "Ascend is not initialized: call Ascend.initialize(with:) first"
    case .alreadyInitialized: "Ascend is already initialized"
    case .initializationFailed(let error): "Initialization error: \(error)"
    case .pluginNotFound(let name): "Plugin not found: \(name)"
    case .pluginAlreadyExists(let name): "Plugin already exists: \(name)"
    case .configurationError(let detail): "Configuration error: \(detail)"
    case .networkError(let detail): "Network error: \(detail)"
    case .storageError(let detail): "Storage error: \(detail)"
    case .serializationError(let detail): "Serialization error: \(detail)"
    case .invalidData(let detail): "Invalid data error: \(detail)"
    case .timeoutError: "Timeout error"
    case .authenticationError(let detail): "Authentication error: \(detail)"
    case .permissionError(let detail): "Permission error: \(detail)"
    }
  }
}

extension AscendError: LocalizedError {
  /// The same text as `description`, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
}

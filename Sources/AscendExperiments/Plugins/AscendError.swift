public import FoundationEssentials

/// The errors of Ascend and its plugins; see ``ExperimentsError`` for failed fetches.
public enum AscendError: Error, Sendable {
  /// Ascend was not initialised.
  case notInitialized
  /// Ascend was already initialised.
  case alreadyInitialized
  /// Ascend or a plugin cannot be initialised, with the reason.
  case initializationFailed(any Error)
  /// No plugin of that name is registered.
  case pluginNotFound(String)
  /// A plugin of that name is in use.
  case pluginAlreadyExists(String)
  /// A configuration is invalid, or belongs to another plugin.
  case configurationError(String)
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
  case networkError(String)
  /// A file cannot be read or written.
  case storageError(String)
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
  case serializationError(String)
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
  case invalidData(String)
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
  case timeoutError
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
  case authenticationError(String)
  /// Never thrown; exists for programs that match on the case. See ``ExperimentsError``.
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

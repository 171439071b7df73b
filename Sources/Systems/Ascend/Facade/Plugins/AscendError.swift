public import FoundationEssentials

/// An error of Ascend or a plugin; see ``ExperimentsError`` for failed fetches.
public enum AscendError: Error, Sendable {
  /// Ascend was used before it was initialised.
  case notInitialized
  /// Ascend was initialised a second time.
  case alreadyInitialized
  /// Ascend or a plugin could not be initialised; the associated error is the cause.
  case initializationFailed(any Error)
  /// No plugin with the given name is registered.
  case pluginNotFound(String)
  /// A plugin with the given name is already in use.
  case pluginAlreadyExists(String)
  /// A configuration is invalid, or belongs to a different plugin.
  case configurationError(String)
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case networkError(String)
  /// A file could not be read or written, for the given reason.
  case storageError(String)
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case serializationError(String)
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case invalidData(String)
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case timeoutError
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case authenticationError(String)
  /// Never thrown; exists for compatibility with programs that match the case. See
  /// ``ExperimentsError``.
  case permissionError(String)
}

extension AscendError: CustomStringConvertible {
  /// The error message: kind and detail, such as `Storage error: File not found`.
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
  /// The error message, the same as `description`; `localizedDescription` also returns it.
  public var errorDescription: String? { description }
}

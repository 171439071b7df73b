import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Locking
import Workbench

/// Applies the overrides that one request has in its header ``header``, for that request alone.
///
/// The header is an object with the overrides of a preset by feature: `{"New Cart": true, "Layout": "Red"}`.
final class RequestOverrides: Sendable {
  static let header: StaticString = "Halyard-Overrides"
  /// The largest size of the header, in bytes.
  static let maximumSize = 8_192
  /// The limits of the cache of stores with the overrides of recent headers.
  static let limit = SizedCache<String, FlagStore>.Limit(count: 16, size: 16 << 20, entry: 4 << 20)

  private struct State {
    var version = -1
    var stores = SizedCache<String, FlagStore>(limit: RequestOverrides.limit)
  }

  private let served: ServedStore
  private let hasToken: Bool
  private let state = Locked(State())

  /// Creates an instance for a server; `hasToken` means that every request has the token.
  init(_ served: ServedStore, hasToken: Bool) {
    self.served = served
    self.hasToken = hasToken
  }

  /// Returns the store that evaluates a request.
  ///
  /// - Parameters:
  ///   - text: The header; `nil` for a request without one.
  ///   - address: The IP address of the client.
  /// - Returns: The store of the server, or a copy with the overrides of the header.
  /// - Throws: The reason why the header cannot be applied.
  func store(_ text: String?, from address: String) throws(EvaluationError) -> FlagStore {
    guard let text else { return served.store }
    guard hasToken || Self.isLoopback(address) else { throw .deniedOverrides }
    guard text.utf8.count <= Self.maximumSize else {
      throw .longOverrides(size: text.utf8.count)
    }
    // Reads the version before the features, so that a copy is never cached under a later version.
    let version = served.version.number
    if let store = state.withLock({ $0.version == version ? $0.stores.value(for: text) : nil }) {
      return store
    }
    let store = served.store.copy()
    try Self.apply(text, to: store)
    let size = text.utf8.count + store.features.count * MemoryLayout<Feature>.stride
    state.withLock { state in
      if state.version < version { state = State(version: version) }
      if state.version == version { state.stores.store(store, size: size, for: text) }
    }
    return store
  }

  private static func apply(_ text: String, to store: FlagStore) throws(EvaluationError) {
    let preset: Preset
    do throws(DocumentError) {
      preset = Preset(overrides: try PresetFile.overrides(Array(text.utf8)))
    } catch {
      throw .badOverrides(error)
    }
    for step in store.applyUntilExit(preset).steps {
      switch step.outcome {
      case .storedWithoutFeature, .missingFeature:
        let known = store.features.lazy.map(\.name.rawValue)
        let nearest = NameSuggestions.suggestions(for: step.name.rawValue, among: known)
        throw .unknownOverride(feature: step.name.rawValue, nearest: nearest)
      case .refused(let reason):
        throw .refusedOverride(feature: step.name.rawValue, "\(reason)")
      case .set, .forced, .unchanged, .reset, .expired, .unforceable: break
      }
    }
  }

  private static func isLoopback(_ address: String) -> Bool {
    let mapped = "::ffff:"
    let host = address.hasPrefix(mapped) ? String(address.dropFirst(mapped.count)) : address
    return ListenAddress(host: host, port: 0).isLoopback
  }
}

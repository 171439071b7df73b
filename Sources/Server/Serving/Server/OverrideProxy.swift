import Documents
import FeatureFlags
import HTTPServer
import Networking
import OFREP

/// Evaluates flags with an upstream server for the context of each request, and applies the overrides of
/// the tester.
///
/// A flag with an override is evaluated by the store. All other evaluations are those of the upstream, with
/// unchanged values; a missing reason or variant is added, because some clients fail without it. While the
/// upstream is down, its last known evaluations are served, with `stale` in their metadata.
struct OverrideProxy: Sendable {
  let upstream: OFREPClient
  let store: FlagStore

  func with(_ store: FlagStore) -> OverrideProxy {
    OverrideProxy(upstream: upstream, store: store)
  }

  /// Returns the result of the store for a key whose feature has an override; `nil` for other keys.
  func override(_ key: FlagKey, in context: EvaluationContext) -> ServedResult? {
    let result = key.find(in: store, context).result
    return result?.isOverridden == true ? result : nil
  }

  /// Requests the evaluation of one flag; returns the response, and a description of the result for the
  /// recorded activity.
  func evaluate(
    _ key: String,
    in context: OFREPContext
  ) async -> (response: ServerResponse, result: Result<OFREPEntry, OFREPError>) {
    do throws(OFREPError) {
      let result = try await upstream.evaluate(key, in: context)
      let json = result.value.json(isStale: result.isStale, isComplete: true)
      return (.json(json.bytes), .success(result.value))
    } catch {
      return (Self.response(to: error, key: key), .failure(error))
    }
  }

  /// Requests the evaluation of all flags, and replaces the evaluations of flags with an override.
  ///
  /// - Returns: The response document with the number of flags, or the response to an error.
  func evaluateAll(
    in context: OFREPContext,
    _ user: EvaluationContext,
    eventStreams: [UInt8]
  ) async -> Result<(document: ServedDocument, count: Int), ProxyFailure> {
    let bulk: OFREPResult<OFREPBulkEvaluation>
    do throws(OFREPError) {
      bulk = try await upstream.evaluateAll(in: context)
    } catch {
      return .failure(ProxyFailure(response: Self.response(to: error, key: nil)))
    }
    let (features, origin) = store.views(in: user)
    var overridden: [String: ServedResult] = [:]
    for feature in features where feature.isOverridden {
      overridden[feature.name.rawValue] = ServedResult(.feature, of: feature, origin: origin)
    }
    var json = JSONBytes(capacity: bulk.value.entries.count * 160)
    json.raw("{\"flags\":[")
    var count = 0
    for entry in bulk.value.entries {
      if count > 0 { json.raw(",") }
      count += 1
      if let result = overridden.removeValue(forKey: entry.key) {
        json.append(result, key: entry.key)
      } else {
        json.raw(entry.json(isStale: bulk.isStale, isComplete: true).bytes)
      }
    }
    // Adds the overridden flags that the upstream does not have for this user.
    for (key, result) in overridden.sorted(by: { $0.key < $1.key }) {
      if count > 0 { json.raw(",") }
      count += 1
      json.append(result, key: key)
    }
    json.raw("],\"metadata\":")
    json.raw(bulk.value.metadata?.bytes ?? Array("{\"server\":\"halyard\"}".utf8))
    json.raw(Array(",\"eventStreams\":".utf8) + eventStreams + Array("}".utf8))
    return .success((ServedDocument(bytes: json.bytes, modified: nil), count))
  }

  /// The response to an error of the upstream, if no last known evaluation can be served.
  private static func response(to error: OFREPError, key: String?) -> ServerResponse {
    let details = "the upstream server: \(error)"
    switch error {
    case .status(let status, let object) where status == 400 || status == 404 && key != nil:
      let code = object?.code ?? (status == 404 ? "FLAG_NOT_FOUND" : "GENERAL")
      return .error(status, object?.details ?? details, code: code, key: key)
    case .status(429, _): return .error(429, details, key: key)
    case .limited(let pause):
      var response = ServerResponse.error(429, details, key: key)
      response.headers.add("Retry-After", "\(pause.roundedUpSeconds)")
      return response
    case .badKey: return .error(404, details, code: "FLAG_NOT_FOUND", key: key)
    // A client cannot correct the credentials of the proxy, so it must not see status 401 or 403.
    case .status, .invalid: return .error(error.isServerError ? 503 : 502, details, key: key)
    case .unreachable: return .error(503, details, key: key)
    }
  }
}

/// An error of the upstream, with the response to the client.
struct ProxyFailure: Error {
  let response: ServerResponse
}

extension OFREPError {
  /// Whether the upstream has responded with a server error or a timeout (408), after which a retry can
  /// succeed.
  fileprivate var isServerError: Bool {
    guard case .status(let status, _) = self else { return false }
    return status >= 500 || status == 408
  }
}

extension Duration {
  /// The whole seconds of a positive duration, rounded up.
  fileprivate var roundedUpSeconds: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}

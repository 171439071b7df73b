import Documents
import FeatureFlags
import Locking
import Networking

/// The settings of contextual bandits: the prediction service and the cache of its predictions.
public struct CmabConfig: Hashable, Sendable {
  /// The URL of the default prediction service, without the id of the rule.
  public static let defaultEndpoint = "https://prediction.cmab.optimizely.com/predict"

  /// The maximum number of cached variations, one for each user and rule; 0 or less disables the
  /// cache.
  public var cacheSize: Int
  /// The seconds after which a cached variation expires; 0 or less means 1,800.
  public var cacheTimeoutInSecs: Int
  /// The URL of the prediction service, without the id of the rule; `nil` means
  /// ``defaultEndpoint``.
  public var predictionEndpoint: String?

  /// Creates settings; the default values are the same as in the Swift SDK.
  ///
  /// - Parameters:
  ///   - cacheSize: The number of cached variations.
  ///   - cacheTimeoutInSecs: The seconds after which a cached variation expires.
  ///   - predictionEndpoint: The URL of the prediction service, without the id of the rule.
  public init(
    cacheSize: Int = 100,
    cacheTimeoutInSecs: Int = 1_800,
    predictionEndpoint: String? = nil
  ) {
    self.cacheSize = cacheSize
    self.cacheTimeoutInSecs = cacheTimeoutInSecs
    self.predictionEndpoint = predictionEndpoint
  }
}

/// Fetches the variations that a prediction service selects for contextual bandits, and caches
/// these predictions by user, rule and attributes.
final class BanditService: Sendable {
  private struct Cached: Sendable {
    let attributes: String
    let variation: String
    let id: String
  }

  private let endpoint: String
  private let settings: OptimizelySdkSettings
  private let now: @Sendable () -> Duration
  private let cache: Locked<ExpiringCache<Cached>>

  init(_ config: CmabConfig, _ settings: OptimizelySdkSettings) {
    let custom = config.predictionEndpoint.flatMap { $0.isEmpty ? nil : $0 }
    endpoint = custom ?? CmabConfig.defaultEndpoint
    self.settings = settings
    now = settings.stopwatch()
    let timeout = config.cacheTimeoutInSecs > 0 ? config.cacheTimeoutInSecs : 1_800
    cache = Locked(ExpiringCache(size: config.cacheSize, timeout: .seconds(timeout)))
  }

  /// Removes the cached predictions of all users.
  func reset() {
    cache.withLock { $0.reset() }
  }

  /// Returns the cached prediction for a user, or fetches it.
  ///
  /// - Parameters:
  ///   - prediction: The prediction without an outcome, which names the rule and its attributes.
  ///   - user: The user for whom a variation is predicted.
  ///   - datafile: The datafile, which contains the keys of the attributes.
  ///   - options: The options of the decision, which control the use of the cache.
  /// - Returns: The prediction with its outcome.
  func fetch(
    _ prediction: Prediction,
    for user: UserContext,
    in datafile: Datafile,
    _ options: DecideOptions
  ) async -> Prediction {
    var prediction = prediction
    let attributes = attributes(prediction, user, datafile)
    let key = "\(user.id.utf8.count)-\(user.id)-\(prediction.rule)"
    let usesCache = !options.contains(.ignoreBanditCache)
    if options.contains(.invalidateUserBanditCache) { cache.withLock { $0.remove(key) } }
    let cached = usesCache ? cache.withLock { $0.lookup(key, at: now()) } : nil
    if let cached, cached.attributes == attributes.text() {
      prediction.outcome = .variation(id: cached.variation, predictionID: cached.id)
      return prediction
    }
    let id = settings.makeID()
    do throws(OptimizelyError) {
      let variation = try await request(prediction, user, attributes, id)
      prediction.outcome = .variation(id: variation, predictionID: id)
      if usesCache {
        let entry = Cached(attributes: attributes.text(), variation: variation, id: id)
        cache.withLock { $0.save(entry, of: key, at: now()) }
      }
    } catch {
      settings.onProblem(error)
      prediction.outcome = .failed(error)
    }
    return prediction
  }

  /// Returns the user's values of the rule's attributes, in the format of the prediction service.
  private func attributes(
    _ prediction: Prediction,
    _ user: UserContext,
    _ datafile: Datafile
  ) -> JSONValue {
    let keys = Dictionary(datafile.attributes.map { ($0.id, $0.key) }) { $1 }
    let known = prediction.attributeIDs.compactMap { id -> JSONValue? in
      guard let key = keys[id], let value = user.attributes[key] else { return nil }
      return .object([
        ("id", .string(id)), ("value", value.json), ("type", .string("custom_attribute")),
      ])
    }
    return .list(known)
  }

  /// Sends the request, and retries once after a transient failure.
  private func request(
    _ prediction: Prediction,
    _ user: UserContext,
    _ attributes: JSONValue,
    _ id: String
  ) async throws(OptimizelyError) -> String {
    let body = JSONValue.object([
      (
        "instances",
        .list([
          .object([
            ("visitorId", .string(user.id)), ("experimentId", .string(prediction.rule)),
            ("attributes", attributes), ("cmabUUID", .string(id)),
          ])
        ])
      )
    ])
    var request = HTTPRequest(
      url: url(of: prediction.rule),
      method: "POST",
      headers: ["Content-Type": "application/json"],
      body: Array(body.text().utf8)
    )
    request.deadline = .seconds(10)
    do throws(HTTPFailure) {
      return try variation(in: await send(request))
    } catch {
      guard error.isTransient else { throw error.error }
    }
    // Ignores the cancellation error of `sleep`: in a cancelled task, the request of the retry
    // fails with a cancellation error anyway.
    try? await settings.clock.sleep(for: .milliseconds(100))
    return try await mapError(awaiting: variation(in: await send(request))) {
      (error: HTTPFailure) in
      error.error
    }
  }

  private func url(of rule: String) -> String {
    let rule = PercentEncoding.encoded(rule)
    guard endpoint.contains("%@") else { return endpoint + "/" + rule }
    return endpoint.replacing("%@", with: rule, maxReplacements: 1)
  }

  private struct HTTPFailure: Error {
    let error: OptimizelyError
    /// Whether the failure is transient, so that a retry can succeed.
    let isTransient: Bool
  }

  private func send(_ request: HTTPRequest) async throws(HTTPFailure) -> [UInt8] {
    let response = try await mapError(awaiting: await settings.httpClient.send(request)) {
      (error: HTTPError) in HTTPFailure(error: .cmabFetchFailed("\(error)"), isTransient: true)
    }
    guard (200..<300).contains(response.status) else {
      throw HTTPFailure(
        error: .cmabFetchFailed("\(response.status)"),
        isTransient: response.status >= 500 || response.status == 429
      )
    }
    return response.body
  }

  private func variation(in body: [UInt8]) throws(HTTPFailure) -> String {
    // Drops the parse error: the caller reports an invalid response in any case.
    guard let predictions = (try? JSONReader.read(body))?["predictions"]?.list,
      let variation = predictions.first?["variation_id"]?.string
    else { throw HTTPFailure(error: .invalidCmabFetchResponse, isTransient: false) }
    return variation
  }
}

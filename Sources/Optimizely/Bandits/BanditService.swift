import FeatureFlags
import Locking
import Networking

/// Fetches the predictions of contextual bandits, and caches them by user, rule and attributes.
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
    let given = config.predictionEndpoint.flatMap { $0.isEmpty ? nil : $0 }
    endpoint = given ?? CmabConfig.defaultEndpoint
    self.settings = settings
    now = settings.stopwatch()
    let timeout = config.cacheTimeoutInSecs > 0 ? config.cacheTimeoutInSecs : 1_800
    cache = Locked(ExpiringCache(size: config.cacheSize, timeout: .seconds(timeout)))
  }

  /// Removes all cached predictions.
  func reset() {
    cache.withLock { $0.reset() }
  }

  /// Returns the cached prediction for a user, or fetches it.
  ///
  /// - Parameters:
  ///   - prediction: The rule.
  ///   - user: The user.
  ///   - datafile: The datafile, which names the attributes.
  ///   - options: The options of the decision about the cache.
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

  /// The attributes of the rule that the user has, as the service gets them.
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

  /// Sends the request, with one retry after a transient failure.
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
      url: address(of: prediction.rule),
      method: "POST",
      headers: ["Content-Type": "application/json"],
      body: Array(body.text().utf8)
    )
    request.deadline = .seconds(10)
    var failure = await send(request)
    if case .failure = failure {
      // A cancelled sleep retries at once.
      try? await settings.clock.sleep(for: .milliseconds(100))
      failure = await send(request)
    }
    return try variation(in: failure.get())
  }

  private func address(of rule: String) -> String {
    guard let range = endpoint.firstRange(of: "%@") else { return endpoint + "/" + rule }
    return endpoint[..<range.lowerBound] + rule + endpoint[range.upperBound...]
  }

  private func send(_ request: HTTPRequest) async -> OptimizelyResult<[UInt8]> {
    do throws(HTTPError) {
      let response = try await settings.httpClient.send(request)
      guard (200..<300).contains(response.status) else {
        return .failure(.cmabFetchFailed("\(response.status)"))
      }
      return .success(response.body)
    } catch {
      return .failure(.cmabFetchFailed("\(error)"))
    }
  }

  private func variation(in body: [UInt8]) throws(OptimizelyError) -> String {
    // The response is either a prediction or of no use, whatever is wrong with it.
    guard let predictions = (try? JSONReader.read(body))?["predictions"]?.list,
      let variation = predictions.first?["variation_id"]?.string
    else { throw .invalidCmabFetchResponse }
    return variation
  }
}

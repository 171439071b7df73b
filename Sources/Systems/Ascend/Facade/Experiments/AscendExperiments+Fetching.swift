import Locking
import Networking

extension AscendExperiments {
  /// Fetches experiments from the server, and applies their default variables immediately.
  ///
  /// The fetched experiments are stored in memory and persisted; experiments without defaults are
  /// dropped. A response that arrives after the user has changed is returned, but not stored. If
  /// the response is "not modified", all stored experiments are returned.
  ///
  /// - Parameter defaults: The experiments to fetch, with the variables that apply until the server
  ///   responds.
  /// - Returns: The fetched experiments. Without experiments to fetch, or for a user without ids,
  ///   the response is empty and no request is sent.
  /// - Throws: The error of the request or the response; the stored experiments are unchanged.
  public func fetchExperiments(
    for defaults: [String: ExperimentVariable]
  ) async throws(ExperimentsError) -> ExperimentResponse {
    guard let fetch = try prepareFetch(of: defaults) else { return ExperimentResponse() }
    return try await run(fetch)
  }

  /// Fetches experiments from the server, applies their default variables immediately, and calls a
  /// completion handler.
  ///
  /// - Parameters:
  ///   - experimentKeys: The experiments to fetch, with the variables that apply until the server
  ///     responds.
  ///   - completion: Receives the response, or the description of the error. The handler runs on
  ///     the thread of ``AscendCoreConfig/callbacks``, even if there is nothing to fetch.
  public func fetchExperiments(
    for experimentKeys: [String: ExperimentVariable],
    completion: @escaping (ExperimentResponse?, String?) -> Void
  ) {
    let callbacks = context.config.coreConfig.callbacks
    let completion = Completion(run: completion)
    let fetch: PendingFetch?
    do throws(ExperimentsError) {
      fetch = try prepareFetch(of: experimentKeys)
    } catch {
      return callbacks.run { completion.run(nil, "\(error)") }
    }
    guard let fetch else { return callbacks.run { completion.run(ExperimentResponse(), nil) } }
    Task {
      do throws(ExperimentsError) {
        let response = try await run(fetch)
        callbacks.run { completion.run(response, nil) }
      } catch {
        callbacks.run { completion.run(nil, "\(error)") }
      }
    }
  }

  /// Refreshes all experiments that have default variables, with a new request.
  ///
  /// - Returns: The fetched experiments, with the rules of ``fetchExperiments(for:)``.
  /// - Throws: The error of the request or the response; the stored experiments are unchanged.
  public func refreshExperiments() async throws(ExperimentsError) -> ExperimentResponse {
    try await fetchExperiments(for: getDefaultExperimentValues())
  }

  /// Refreshes all experiments that have default variables, and calls a completion handler.
  ///
  /// - Parameter completion: Receives the response, or the description of the error, on the thread
  ///   of ``AscendCoreConfig/callbacks``.
  public func refreshExperiments(
    completion: @escaping (ExperimentResponse?, String?) -> Void
  ) {
    fetchExperiments(for: getDefaultExperimentValues(), completion: completion)
  }
}

// MARK: One fetch

extension AscendExperiments {
  /// A prepared request, with the state that decides whether its response may be stored.
  struct PendingFetch: Sendable {
    let keys: [String]
    let identity: AscendIdentity
    let configuration: AscendExperimentsConfiguration
    let epoch: Int
    let lastModified: Int64?
  }

  /// Applies the default variables, and prepares a request for the experiments.
  ///
  /// - Returns: The request; `nil` if `defaults` is empty or the user has no ids.
  func prepareFetch(
    of defaults: [String: ExperimentVariable]
  ) throws(ExperimentsError) -> PendingFetch? {
    guard !defaults.isEmpty else { return nil }
    let now = context.dependencies.now()
    return try state.withLock { state throws(ExperimentsError) in
      state.maps.defaults.merge(defaults) { _, new in new }
      guard let configuration = state.configuration else { throw .notConfigured }
      // Reads the identity under the lock that guards the epoch: a login after this point increments the
      // epoch, so that a response for the previous user is recognised.
      let identity = context.user.identity
      guard identity.isKnown else { return nil }
      let isConditional = configuration.shouldRefreshOnForeground
      return PendingFetch(
        keys: defaults.keys.sorted(),
        identity: identity,
        configuration: configuration,
        epoch: state.epoch,
        lastModified: isConditional ? state.window.lastModified(for: defaults.keys, at: now) : nil
      )
    }
  }

  /// Sends a prepared request, and stores the experiments of its response.
  @concurrent func run(_ fetch: PendingFetch) async throws(ExperimentsError) -> ExperimentResponse {
    let settings = RequestSettings(fetch.configuration, in: context.config)
    let body = ExperimentsRequestBody(
      keys: fetch.keys,
      identity: fetch.identity,
      attributes: fetch.configuration.attributes ?? HostInfo.attributes
    )
    let request = body.request(
      settings,
      identity: fetch.identity,
      lastModified: fetch.lastModified
    )
    log(
      .debug,
      "requests \(fetch.keys.joined(separator: ", ")) from \(URLRedaction.redacted(settings.url))"
    )
    do throws(ExperimentsError) {
      let dependencies = context.dependencies
      let schedule = RetrySchedule(fetch.configuration, in: context.config)
      let response = try await dependencies.client.send(request, schedule, in: dependencies)
      return response.status == 304
        ? storeNotModified(response, of: fetch) : try store(response, of: fetch)
    } catch {
      log(.warning, "\(error)")
      throw error
    }
  }

  private func storeNotModified(
    _ response: HTTPResponse,
    of fetch: PendingFetch
  ) -> ExperimentResponse {
    let now = context.dependencies.now()
    let current = state.withLock { state in
      if state.epoch == fetch.epoch {
        state.window.recordContact(response.headers, at: now)
        state.maps.markFresh(fetch.keys)
      }
      return state.maps.experiments
    }
    return ExperimentResponse(data: current.sorted { $0.key < $1.key }.map(\.value))
  }

  private func store(
    _ response: HTTPResponse,
    of fetch: PendingFetch
  ) throws(ExperimentsError) -> ExperimentResponse {
    let fetched = try ExperimentsResponseBody.experiments(
      in: response.body,
      status: response.status
    )
    let now = context.dependencies.now()
    let isChanged = state.withLock { state in
      guard state.epoch == fetch.epoch else { return false }
      state.window.recordResponse(response.headers, to: fetch.keys, at: now)
      return state.maps.merge(fetched, requested: fetch.keys)
    }
    if isChanged, fetch.configuration.enableCaching { save() }
    return ExperimentResponse(data: fetched)
  }
}

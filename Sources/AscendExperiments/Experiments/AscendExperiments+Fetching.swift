import Locking
import Networking

extension AscendExperiments {
  /// One request with what it is for.
  struct Round: Sendable {
    let keys: [String]
    let identity: AscendIdentity
    let configuration: AscendExperimentsConfiguration
    let epoch: Int
    let lastModified: Int64?
  }

  /// Asks the server for experiments, whose defaults hold from now on.
  ///
  /// What comes is kept, in memory and on disk; what the defaults do not name is dropped. An answer
  /// that comes after the user has changed is returned, and not kept. "Not modified" answers with
  /// all experiments that there are.
  ///
  /// - Parameter defaults: The experiments to ask for, with what holds until the server answers.
  /// - Returns: What was fetched. An empty response, at once, for no experiments, and for a user that
  ///   has no id.
  /// - Throws: Why there is no answer; what was known before is kept.
  public func fetchExperiments(
    for defaults: [String: ExperimentVariable]
  ) async throws(ExperimentsError) -> ExperimentResponse {
    guard let round = try prepare(defaults) else { return ExperimentResponse() }
    return try await run(round)
  }

  /// Asks the server for experiments, whose defaults hold from now on, and calls back.
  ///
  /// - Parameters:
  ///   - experimentKeys: The experiments to ask for, with what holds until the server answers.
  ///   - completion: Gets what was fetched, or why there is no answer. It runs where
  ///     `AscendCoreConfig.callbacks` says, also when there is nothing to ask for.
  public func fetchExperiments(
    for experimentKeys: [String: ExperimentVariable],
    completion: @escaping (ExperimentResponse?, String?) -> Void
  ) {
    let callbacks = context.config.coreConfig.callbacks
    let completion = Completion(run: completion)
    let round: Round?
    do throws(ExperimentsError) {
      round = try prepare(experimentKeys)
    } catch {
      return callbacks.run { completion.run(nil, "\(error)") }
    }
    guard let round else { return callbacks.run { completion.run(ExperimentResponse(), nil) } }
    Task {
      do throws(ExperimentsError) {
        let response = try await run(round)
        callbacks.run { completion.run(response, nil) }
      } catch {
        callbacks.run { completion.run(nil, "\(error)") }
      }
    }
  }

  /// Asks the server again for all experiments that have defaults.
  ///
  /// - Returns: As `fetchExperiments(for:)`.
  /// - Throws: As `fetchExperiments(for:)`.
  public func refreshExperiments() async throws(ExperimentsError) -> ExperimentResponse {
    try await fetchExperiments(for: getDefaultExperimentValues())
  }

  /// Fetches all experiments that have defaults again, and calls back.
  ///
  /// - Parameter completion: As of `fetchExperiments(for:completion:)`.
  public func refreshExperiments(
    completion: @escaping (ExperimentResponse?, String?) -> Void
  ) {
    fetchExperiments(for: getDefaultExperimentValues(), completion: completion)
  }
}

// MARK: One round

extension AscendExperiments {
  /// Takes the defaults in; `nil` if there is nothing, or nobody, to ask for.
  func prepare(
    _ defaults: [String: ExperimentVariable]
  ) throws(ExperimentsError) -> Round? {
    guard !defaults.isEmpty else { return nil }
    let now = context.dependencies.now()
    return try state.withLock { state throws(ExperimentsError) in
      state.maps.defaults.merge(defaults) { _, new in new }
      guard let configuration = state.configuration else { throw .notConfigured }
      // Read with the epoch: a user who changes later makes the answer one for somebody else.
      let identity = context.user.identity
      guard identity.isKnown else { return nil }
      let isConditional = configuration.shouldRefreshOnForeground
      return Round(
        keys: defaults.keys.sorted(),
        identity: identity,
        configuration: configuration,
        epoch: state.epoch,
        lastModified: isConditional ? state.window.lastModified(for: defaults.keys, at: now) : nil
      )
    }
  }

  /// Asks the server, and keeps what it answers.
  @concurrent func run(_ round: Round) async throws(ExperimentsError) -> ExperimentResponse {
    let settings = RequestSettings(round.configuration, in: context.config)
    let question = ExperimentsRequestBody(
      keys: round.keys,
      identity: round.identity,
      attributes: round.configuration.attributes ?? HostInfo.attributes
    )
    let request = question.request(
      settings,
      identity: round.identity,
      lastModified: round.lastModified
    )
    log(
      .debug,
      "asks \(URLRedaction.redacted(settings.url)) for \(round.keys.joined(separator: ", "))"
    )
    do throws(ExperimentsError) {
      let dependencies = context.dependencies
      let response = try await dependencies.client.send(request, settings.retries, in: dependencies)
      return response.status == 304
        ? storeNotModified(response, of: round) : try keep(response, of: round)
    } catch {
      log(.warning, "\(error)")
      throw error
    }
  }

  private func storeNotModified(_ response: HTTPResponse, of round: Round) -> ExperimentResponse {
    let now = context.dependencies.now()
    let current = state.withLock { state in
      if state.epoch == round.epoch {
        state.window.recordContact(response.headers, at: now)
        state.maps.confirm(round.keys)
      }
      return state.maps.experiments
    }
    return ExperimentResponse(data: current.sorted { $0.key < $1.key }.map(\.value))
  }

  private func keep(
    _ response: HTTPResponse,
    of round: Round
  ) throws(ExperimentsError) -> ExperimentResponse {
    let fetched = try ExperimentsResponseBody.experiments(in: response.body, status: response.status)
    let now = context.dependencies.now()
    let isChanged = state.withLock { state in
      guard state.epoch == round.epoch else { return false }
      state.window.recordResponse(response.headers, to: round.keys, at: now)
      return state.maps.merge(fetched, askedFor: round.keys)
    }
    if isChanged, round.configuration.enableCaching { save() }
    return ExperimentResponse(data: fetched)
  }
}

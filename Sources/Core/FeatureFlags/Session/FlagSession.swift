import Files
package import Locking

/// Runs the live pipeline around one store: loads its source with cache and fallback, polls or
/// watches the source, follows the notifications of its server and the overrides of other programs,
/// and publishes each event to its subscribers.
///
/// Nothing is read or requested before ``load(after:)`` or ``run()``. Every method is
/// safe to call from any thread.
package final class FlagSession: Sendable {
  /// Receives the events of a session, even while the lock of the store is held: it must be fast,
  /// and must not use the store (deadlock).
  package typealias Subscriber = @Sendable (SessionEvent) -> Void

  /// Returns the configuration to activate after a load; if the function returns `nil`, the active
  /// features remain.
  ///
  /// - Parameters:
  ///   - loaded: The result of the load.
  ///   - session: The session of the load.
  ///   - isRequested: Whether the session ran the load in the background; `false` for a load that blocked its
  ///     caller.
  typealias Preparation =
    @Sendable (
      _ loaded: ConfigurationLoader.Loaded, _ session: FlagSession, _ isRequested: Bool
    ) -> Configuration?

  struct State {
    /// The configuration that was loaded last; `nil` before the first load.
    var loaded: ConfigurationLoader.Loaded?
    var failures = FailureMemory()
    /// The cause of the next load; `nil` once the load has started.
    var requested: LoadReport.Cause?
    /// The number of changes of the source's file or of the user, and of notifications of the server.
    var changeCount = 0
    /// The cause of the last change.
    var changeCause = LoadReport.Cause.request
    /// The value of `changeCount` when the last load was requested: a load that was requested before
    /// the last change may have read the old document.
    var loadedChangeCount = 0
    /// The cause of the running load, or of the last one.
    var running = LoadReport.Cause.request
    /// The error that made the workspace unusable for the last load; `nil` for none.
    var problem: FlagStoreError?
    /// The continuations that are resumed after the next load.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the first features of the first document are activated before the rest is parsed.
    var previewsParts = false
    /// The metadata of the source's files just before its last load; `nil` if the session has not
    /// loaded them.
    var fileStamps: [FileStamp]?
    /// Whether ``FlagSession/stop()`` was called.
    var isStopped = false
    /// The followed notifications of the server; `nil` if the server announces none.
    var feed: Feed?

    /// The notifications of the server, and the task that follows them.
    struct Feed {
      let id: String
      let task: Task<Void, Never>
    }
  }

  /// The executor for work that blocks on locks and disks, outside the cooperative thread pool.
  package static let executor = ThreadExecutor(label: "halyard.session")

  /// The store into which configurations are loaded, and whose overrides are followed.
  package let store: FlagStore
  let trigger: SessionTrigger
  let poller: Poller<ContinuousClock>
  /// The loader of configurations for the active user.
  let loader: Locked<ConfigurationLoader>
  let state: Locked<State>
  let prepare: Preparation
  /// A lock that is held while a configuration or a different user is applied, so that problems
  /// always belong to the active user.
  let applying = Locked(())
  let publisher: Publisher<SessionEvent>
  let observer: Int

  /// Creates a session, without loading a configuration.
  ///
  /// - Parameters:
  ///   - store: The store into which configurations are loaded.
  ///   - loader: The loader of the configuration.
  ///   - trigger: The trigger that loads the source again without a request.
  package convenience init(
    store: FlagStore,
    loader: ConfigurationLoader,
    trigger: SessionTrigger = .none
  ) {
    self.init(store: store, loader: loader, trigger: trigger) { loaded, _, _ in
      loaded.configuration
    }
  }

  /// Creates a session that modifies configurations before it activates them.
  init(
    store: FlagStore,
    loader: ConfigurationLoader,
    trigger: SessionTrigger,
    prepare: @escaping Preparation
  ) {
    let state = Locked(State())
    let loader = Locked(loader)
    let publisher = Publisher<SessionEvent>()
    self.store = store
    self.trigger = trigger
    self.prepare = prepare
    self.state = state
    self.loader = loader
    self.publisher = publisher
    poller = Poller(settings: trigger.settings, clock: ContinuousClock()) { _, progress in
      // Revalidates the last document of a server. The last document of a file is not passed: it would
      // become the fallback for a malformed file. The loader is for the active user, who may have
      // changed since the last load.
      let isServer = loader.withLock { $0.source.address != nil }
      let previous = isServer ? state.withLock { $0.loaded } : nil
      var loader = Self.loader(loader, for: store.context)
      let isPreviewed = state.withLock { $0.previewsParts && $0.loaded == nil }
      let parts = PartPreview(store: isPreviewed ? store : nil) {
        publisher.publish(SessionEvent($0))
      }
      parts.receiveHead(of: loader.source)
      loader.parts = parts
      loader.formerFormat = state.withLock { $0.loaded?.document.format }
      return await loader.result(after: previous, progress: progress)
    }
    // Without a schedule, the poller is paused, and then loads on request only.
    if case .poll = trigger {} else { poller.pause() }
    // Does not capture the session in the observer, which the store retains (retain cycle).
    observer = store.addObserver { publisher.publish(.changed($0)) }
  }

  deinit {
    state.withLock { $0.feed?.task.cancel() }
    store.removeObserver(observer)
  }

  /// Registers a subscriber for all later events, until the session is released.
  package func subscribe(_ subscriber: @escaping Subscriber) {
    publisher.observe(subscriber)
  }

  func publish(_ event: SessionEvent) {
    publisher.publish(event)
  }

  /// The source of configurations; for the active user, if the server sends each user a different
  /// document.
  package var source: any Source { loader.withLock { $0.source } }

  /// Whether the source is polled on a schedule, which can be paused.
  package var isPolled: Bool {
    if case .poll = trigger { true } else { false }
  }

  /// The interval of polling while polls succeed.
  package var pollInterval: Duration { poller.settings.effectiveInterval }

  /// The configuration that was loaded last; `nil` before the first load.
  package var loaded: ConfigurationLoader.Loaded? { state.withLock { $0.loaded } }

  /// The failures of the last load, in descending importance.
  package var failures: [LoadFailure] { state.withLock { $0.failures.failures } }

  /// The failures of the last load and the error of the workspace, without the failure of a server that
  /// has not responded yet.
  var loadFailures: [LoadFailure] {
    let (failures, problem) = state.withLock { ($0.failures.failures, $0.problem) }
    return failures.filter { !$0.isPending }
      + (problem?.workspaceError.map { [.workspace($0)] } ?? [])
  }

  /// Discards the last configuration, so that the next load is unconditional.
  func forget() {
    state.withLock { $0.loaded = nil }
  }

  private static func loader(
    _ loader: Locked<ConfigurationLoader>,
    for context: EvaluationContext
  ) -> ConfigurationLoader {
    var loader = loader.withLock { $0 }
    loader.context = context
    return loader
  }

  private var currentLoader: ConfigurationLoader { Self.loader(loader, for: store.context) }
}

// MARK: Loading once

extension FlagSession {
  /// Loads the configuration without applying it to the store.
  ///
  /// - Parameter previous: The result of the last load, which is revalidated; `nil` for none.
  /// - Returns: The configuration, with the errors that were handled by a fallback.
  /// - Throws: The error of the source if there is no valid fallback.
  package func load(
    after previous: ConfigurationLoader.Loaded? = nil
  ) async throws(SourceError) -> ConfigurationLoader.Loaded {
    if case .fileChange(let paths, _) = trigger {
      state.withLock { $0.fileStamps = paths.map { FileStamp($0) } }
    }
    return try await currentLoader.load(after: previous)
  }

  /// Returns the configuration of the cache or the fallback, for use until the server responds;
  /// `nil` if there is neither.
  package func loadWithoutSource() async -> ConfigurationLoader.Loaded? {
    var loader = currentLoader
    loader.source = PendingSource(name: loader.source.name, address: loader.source.address)
    // Drops the failures of the cache and the fallback: the first load from the server reports them.
    return try? await loader.load()
  }

  /// Applies a configuration that was loaded before the session runs.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  package func start(with loaded: ConfigurationLoader.Loaded) throws(FlagStoreError) {
    state.withLock { state in
      state.loaded = loaded
      // Does not record the failures of a polled server: the first poll determines and reports them.
      if !isPolled { _ = state.failures.record(loaded.failures, isBroken: !loaded.isCurrent) }
    }
    let writer = loader.withLock { $0.writer }
    if let problem = store.replace(with: loaded.configuration, writer: writer) { throw problem }
  }

  /// Defers all writes of the first load, such as that of the cache, until ``finishWrites()``.
  ///
  /// The source still has the document, so that a program that is killed in between loses only new
  /// random assignments, which no user has seen for longer than a moment.
  package func deferWrites() {
    loader.withLock { $0.writer = WorkspaceWriter(isDeferred: true) }
  }

  /// Writes the deferred cache and assignments, publishes the errors, and ends the deferral; blocks
  /// on advisory locks and fsync.
  package func finishWrites() {
    guard let writer = loader.withLock({ $0.writer }), let workspace = store.workspace else {
      return
    }
    writer.flush()
    loader.withLock { $0.writer = nil }
    // Writes what another load enqueued during the flush above, while writes were still deferred.
    writer.flush()
    let failures = writer.errors(of: workspace).map(LoadFailure.workspace)
    guard !failures.isEmpty else { return }
    let loaded = state.withLock { state -> ConfigurationLoader.Loaded? in
      guard let loaded = state.loaded?.adding(failures) else { return nil }
      state.loaded = loaded
      _ = state.failures.record(loaded.failures, isBroken: !loaded.isCurrent)
      return loaded
    }
    if let loaded { publish(.notWritten(failures, loaded)) }
  }
}

extension SessionEvent {
  fileprivate init(_ event: PartPreview.Event) {
    switch event {
    case .progress(let progress): self = .loading(progress)
    case .previewed(let features): self = .previewed(features)
    }
  }
}

/// A source whose server has not responded yet: reading it throws `pending`.
private struct PendingSource: Source {
  let name: String
  let address: String?

  func read() async throws(SourceError) -> [UInt8] {
    throw .pending(name)
  }
}

extension SessionTrigger {
  /// The settings of polling; without a schedule, those that apply when polling is resumed.
  fileprivate var settings: PollSettings {
    switch self {
    case .poll(let settings), .fileChange(_, let settings): settings
    case .none: PollSettings()
    }
  }
}

extension FlagSession {
  /// Follows the notifications of the server that the active document announces, unless the session
  /// already follows them.
  ///
  /// Only a polled source has notifications, because polling finds the changes that a broken
  /// connection misses.
  func followFeed(of loaded: ConfigurationLoader.Loaded) {
    let source = source
    guard isPolled, loaded.isCurrent, let document = loaded.document.lastGood,
      // After a change of the user, the document may still belong to the previous user.
      document.source == source.address
    else { return }
    let feed = source.changeFeed(of: document.bytes)
    // Creates the closure outside the task: the task would retain the session otherwise.
    let onChange: @Sendable () -> Void = { [weak self] in self?.loadAfterNotification() }
    state.withLock { state in
      guard !state.isStopped, state.feed?.id != feed?.id else { return }
      state.feed?.task.cancel()
      state.feed = feed.map { feed in
        State.Feed(id: feed.id, task: Task { await feed.follow(onChange) })
      }
    }
  }

  /// Loads the document of which the server has reported a change; does nothing while polling is
  /// paused.
  private func loadAfterNotification() {
    guard !poller.isPaused else { return }
    request(.notification)
  }
}

/// Records the failures of the last load, so that each failure and its end are reported once.
struct FailureMemory: Sendable {
  /// The failures of the last load, in descending importance.
  private(set) var failures: [LoadFailure] = []
  /// Whether the last load could not read the source.
  private var isBroken = false
  private var keys: Set<String> = []

  /// The difference from the failures of the previous load.
  struct Change {
    /// All failures of the load, in descending importance.
    let failures: [LoadFailure]
    /// The failures that the previous load did not have, in descending importance.
    let news: [LoadFailure]
    /// Whether the source can be read again, after the previous load failed.
    let isRepaired: Bool
  }

  /// Records the failures of a load, and compares them with the previous load.
  ///
  /// - Parameters:
  ///   - failures: The failures of the load, in descending importance.
  ///   - isBroken: Whether the load could not read the source.
  /// - Returns: The new failures, and whether the source has recovered.
  mutating func record(_ failures: [LoadFailure], isBroken: Bool) -> Change {
    defer {
      self.failures = failures
      keys = Set(failures.map(\.key))
      self.isBroken = isBroken
    }
    return Change(
      failures: failures,
      news: failures.filter { !keys.contains($0.key) },
      isRepaired: self.isBroken && !isBroken
    )
  }
}

extension LoadFailure {
  /// Whether the failure only means that a server has not responded to its first request yet.
  package var isPending: Bool {
    if case .source(.pending) = self { true } else { false }
  }

  /// Identifies the failure when two loads are compared.
  ///
  /// The details of a failed connection, such as the number of received bytes, are excluded: they
  /// differ between polls.
  fileprivate var key: String {
    if case .source(.unreachable(let name, _)) = self { name } else { description }
  }
}

extension FlagSession {
  /// Applies the result of a load to the store, compares it with the previous load, and publishes the
  /// report while the lock of the store is held, so that it is in order with changes of overrides.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the load; after an error without a fallback the active features
  ///     remain.
  ///   - cause: The cause of the load.
  func apply(_ outcome: PollOutcome, _ cause: LoadReport.Cause) {
    applying.withLock { _ in
      let (result, failures) = record(outcome.result)
      let previous = state.withLock { $0.loaded }
      let report = { @Sendable [before = previous == nil ? [] : store.features] change, problem in
        LoadReport(
          cause: cause,
          outcome: outcome,
          loaded: result,
          news: failures.news,
          failures: failures.failures,
          isRepaired: failures.isRepaired,
          change: change,
          before: before,
          isFirst: previous == nil,
          problem: problem
        )
      }
      guard let result, let configuration = activate(result, isRequested: true),
        // A different number of features means that features were deleted from the store: they are
        // restored.
        previous?.isSame(as: result) != true
          || store.features.count != configuration.features.count
      else { return publish(.loadEnded(report(nil, nil))) }
      let writer = loader.withLock { $0.writer }
      let problem = store.replace(
        with: configuration,
        writer: writer,
        reportingTo: (
          observer, { [publisher] in publisher.publish(.loadEnded(report($0, $1))) }
        )
      )
      state.withLock { $0.problem = problem }
    }
  }

  /// Applies the result of a load that blocked its caller, which is not reported as a load.
  func apply(_ result: Result<ConfigurationLoader.Loaded, SourceError>) {
    applying.withLock { _ in
      guard let loaded = record(result).loaded,
        let configuration = activate(loaded, isRequested: false)
      else { return }
      let problem = store.replace(with: configuration, writer: loader.withLock { $0.writer })
      state.withLock { $0.problem = problem }
    }
  }

  /// Records the failures of a load; the returned configuration has the problems of the active user,
  /// who may have changed since the request.
  private func record(
    _ result: Result<ConfigurationLoader.Loaded, SourceError>
  ) -> (loaded: ConfigurationLoader.Loaded?, failures: FailureMemory.Change) {
    switch result {
    case .failure(let error):
      (nil, state.withLock { $0.failures.record([.source(error)], isBroken: true) })
    case .success(let loaded):
      (
        loaded.renewed(for: store.context),
        state.withLock { $0.failures.record(loaded.failures, isBroken: !loaded.isCurrent) }
      )
    }
  }

  /// Prepares a configuration, and records it as the active one; returns `nil` if the active configuration
  /// remains.
  private func activate(
    _ loaded: ConfigurationLoader.Loaded,
    isRequested: Bool
  ) -> Configuration? {
    guard let configuration = prepare(loaded, self, isRequested) else { return nil }
    state.withLock { $0.loaded = loaded }
    return configuration
  }

  /// Loads the active configuration into the store again, which restores features that were deleted
  /// from the store.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  package func restoreFeatures() throws(FlagStoreError) {
    try applying.withLock { _ throws(FlagStoreError) in
      guard let loaded = state.withLock({ $0.loaded }) else { return }
      try store.load(loaded.configuration)
    }
  }

  /// Replaces the user for whom features are evaluated, and requests the document of that user if
  /// the server sends each user a different one.
  ///
  /// - Throws: `notRead` or `notSaved`, like ``FlagStore/setContext(_:)``; the user is active even
  ///   then.
  package func setContext(_ context: EvaluationContext) throws(FlagStoreError) {
    let isOtherDocument = loader.withLock { loader in
      let address = loader.source.address
      loader.source = loader.source.source(for: context)
      return loader.source.address != address
    }
    defer { if isOtherDocument { request(.user) } }
    try applying.withLock { _ throws(FlagStoreError) in
      state.withLock { $0.loaded = $0.loaded?.renewed(for: context) }
      try store.setContext(context)
    }
  }
}

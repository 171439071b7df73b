import Locking

extension FlagStore {
  /// Replaces the active configuration, and reads the workspace again; blocks the calling thread.
  ///
  /// The overrides and assignments of features that both configurations have remain. The stream of
  /// changes reports the features that differ. In asynchronous code call ``update(to:)`` instead, which
  /// blocks no thread of the cooperative pool while it writes random assignments.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  public func load(_ configuration: Configuration) throws(FlagStoreError) {
    if let problem = replace(with: configuration) { throw problem }
  }

  /// Replaces the active configuration like ``load(_:)``, and suspends the calling task until the
  /// load has ended.
  ///
  /// ```swift
  /// let store = FlagStore()
  /// try await store.update(to: Configuration(features: [Feature(name: "New Cart")]))
  /// ```
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  public func update(to configuration: Configuration) async throws(FlagStoreError) {
    try await loads.run { [self] () throws(FlagStoreError) in try load(configuration) }
  }

  /// Replaces the active configuration like ``load(_:)``, and optionally writes random assignments in
  /// the background.
  ///
  /// - Parameters:
  ///   - configuration: The new configuration.
  ///   - writer: The writer that stores random assignments in the background and records its errors;
  ///     `nil` stores the assignments before the call returns.
  ///   - receiver: The observer whose closure is not called, and the function that receives the change
  ///     together with the error of the workspace instead; `nil` reports the change to all observers in
  ///     the same way.
  /// - Returns: The error of the workspace; the features are active even then.
  @discardableResult
  func replace(
    with configuration: Configuration,
    writer: WorkspaceWriter? = nil,
    reportingTo receiver: (observer: Int, receive: LoadReceiver)? = nil
  ) -> FlagStoreError? {
    var problem: WorkspaceError?
    let drawn = drawAssignments(for: configuration, writer: writer, problem: &problem)
    // Reads the overrides first, so that new features are published once, with their overrides.
    let reading = Result { () throws(FlagStoreError) in try reloadOverrides() }
    var failure = problem.map { FlagStoreError.notSaved($0) }
    if case .failure(let error) = reading { failure = error }
    state.withLock { [failure] state in
      state.adopt(assignments: drawn)
      let change = state.load(
        configuration.features,
        names: configuration.names,
        evaluator: configuration.evaluator,
        origin: configuration.origin,
        exceptFor: receiver?.observer
      )
      receiver?.receive(change, failure)
    }
    return failure
  }

  /// Receives the change of a load with the error of the workspace, while the lock of the store is
  /// held: it must be fast, and must not use the store (deadlock).
  typealias LoadReceiver = @Sendable (StoreChange, FlagStoreError?) -> Void

  /// Activates the first features of a configuration whose rest is still being parsed.
  ///
  /// Overrides and assignments apply, and random assignments remain when the whole configuration is
  /// loaded. Nothing is written, and no change is published. Overrides of features that were not parsed
  /// yet are not treated as orphans.
  func preview(_ features: [Feature]) {
    // Drops the errors of the workspace: the load of the whole configuration reports them.
    _ = try? reloadOverrides()
    let known = state.withLock { $0.assignments }
    let tests = context.targetingKey == nil ? features.filter(\.definition.usesAssignment) : []
    let names = tests.filter { $0.assignment == nil && known[$0.name] == nil }.map(\.name)
    let stored = names.isEmpty ? [:] : (try? workspace?.assignments(of: names)) ?? [:]
    state.withLock { state in
      state.assignments.merge(stored) { _, stored in stored }
      for name in names where state.assignments[name] == nil {
        state.assignments[name] = draw()
      }
      state.preview(features)
    }
  }

  /// Chooses a random assignment for each test without one, and stores the assignments in the workspace.
  private func drawAssignments(
    for configuration: Configuration,
    writer: WorkspaceWriter?,
    problem: inout WorkspaceError?
  ) -> [Feature.Name: Double] {
    let tests = context.targetingKey == nil ? configuration.testsWithoutAssignment : []
    guard !tests.isEmpty else { return [:] }
    let known = state.withLock { $0.assignments }
    var stored = known
    do throws(WorkspaceError) {
      if let workspace {
        writer?.flushAssignments(of: workspace)
        stored = try workspace.assignments()
      }
    } catch {
      problem = error
    }
    // Also stores assignments that were chosen earlier, while the workspace could not be written.
    let missing = tests.filter { stored[$0] == nil }
    var drawn = stored
    drawn.reserveCapacity(stored.count + missing.count)
    for name in missing where drawn[name] == nil { drawn[name] = known[name] ?? draw() }
    guard !missing.isEmpty else { return workspace == nil ? [:] : drawn }
    guard let workspace, !isReadOnly, problem == nil else { return drawn }
    if let writer {
      let new = stored.isEmpty ? drawn : drawn.filter { stored[$0.key] == nil }
      writer.keep(new, in: workspace) { [weak self] stored in
        self?.adopt(stored)
      }
      return drawn
    }
    do throws(WorkspaceError) {
      return try workspace.updateAssignments { stored in
        for name in missing where stored[name] == nil { stored[name] = drawn[name] }
      }
    } catch {
      problem = error
      return drawn
    }
  }

  /// Replaces a random assignment if another program stored one for the same test first, so that all
  /// programs of a workspace have the same assignments.
  private func adopt(_ stored: [Feature.Name: Double]) {
    state.withLock { state in
      let other = stored.filter { name, value in
        state.assignments[name].map { $0 != value } ?? false
      }
      guard !other.isEmpty else { return }
      state.assignments.merge(other) { $1 }
      let features = state.features.map { feature in
        guard feature.definition.usesAssignment, let assignment = other[feature.name] else {
          return feature
        }
        var feature = feature
        feature.assignment = assignment
        return feature
      }
      state.load(features, evaluator: state.evaluator, origin: state.origin)
    }
  }
}

extension Configuration {
  /// The names of the tests for which the document has no assignment.
  fileprivate var testsWithoutAssignment: [Feature.Name] {
    // Collects indexes first: copies of very many features take more time than the look-ups.
    features.indices.filter {
      features[$0].definition.usesAssignment && features[$0].assignment == nil
    }.map { features[$0].name }
  }
}

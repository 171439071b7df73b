import Locking

extension AscendExperiments {
  /// Reads the experiments of the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func getExperimentsFromStorage() -> [String: Experiment]? {
    // The method of the original cannot throw; `loadExperimentsData` throws the reason.
    try? file?.read().data
  }

  /// Reads the experiments of the snapshot file, as ``getExperimentsFromStorage()`` does.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func loadExperimentsFromStorage() -> [String: Experiment]? { getExperimentsFromStorage() }

  /// Replaces the experiments in memory, and writes them to the snapshot file.
  ///
  /// A failed write is only logged; the experiments in memory are replaced anyway. Variables that
  /// the app has read before do not change in this session.
  ///
  /// - Parameter experiments: The experiments by key; `nil` removes all.
  public func setExperimentsToStorage(_ experiments: [String: Experiment]?) {
    state.withLock { state in
      state.maps.replace(with: experiments ?? [:])
      state.window = RefreshWindow()
      state.epoch += 1
    }
    save()
  }

  /// Reads the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The snapshot. A file in the older format has no time; the snapshot then has the
  ///   modification time of the file.
  /// - Throws: ``AscendError/storageError(_:)`` if the file does not exist or is not a snapshot.
  @concurrent public func loadExperimentsData() async throws(AscendError) -> ExperimentSnapshot {
    guard let file else { throw .storageError("File not found") }
    return try file.read()
  }

  /// Reads the snapshot file, and calls a completion handler.
  ///
  /// - Parameter completion: Receives the snapshot or the error, on the thread of
  ///   ``AscendCoreConfig/callbacks``.
  public func loadExperimentsData(
    completion: @escaping (ExperimentSnapshot?, (any Error)?) -> Void
  ) {
    let callbacks = context.config.coreConfig.callbacks
    let completion = Completion(run: completion)
    Task {
      do throws(AscendError) {
        let snapshot = try await loadExperimentsData()
        callbacks.run { completion.run(snapshot, nil) }
      } catch {
        callbacks.run { completion.run(nil, error) }
      }
    }
  }

  /// Removes the experiments, the defaults and the values that were read, and saves an empty
  /// snapshot.
  ///
  /// Refreshes do nothing until ``fetchExperiments(for:)`` sets new defaults.
  public func clearAllExperimentsData() {
    state.withLock { state in
      state.maps.clear()
      state.window = RefreshWindow()
      state.epoch += 1
    }
    save()
  }

  /// Writes the experiments in memory to the snapshot file.
  func save() {
    guard let file else { return }
    do throws(AscendError) {
      try file.write {
        ExperimentSnapshot(
          timestamp: context.dependencies.now(),
          data: state.withLock { $0.maps.experiments }
        )
      }
    } catch {
      log(.warning, "\(error)")
    }
  }
}

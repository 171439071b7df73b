import Locking

extension AscendExperiments {
  /// Reads the experiments that the snapshot file keeps; those in memory do not change.
  ///
  /// - Returns: `nil` if there is no file, or one that is no snapshot.
  public func getExperimentsFromStorage() -> [String: Experiment]? {
    // The original's method cannot throw; `loadExperimentsData` throws the reason.
    try? file?.read().data
  }

  /// Reads the experiments of the snapshot file; the same as `getExperimentsFromStorage()`.
  ///
  /// - Returns: `nil` if there is no file, or one that is no snapshot.
  public func loadExperimentsFromStorage() -> [String: Experiment]? { getExperimentsFromStorage() }

  /// Replaces the experiments in memory at once, and writes them to the snapshot file.
  ///
  /// What cannot be written is told to the log, and holds in memory all the same. Values that were
  /// read before stay as they are for the session.
  ///
  /// - Parameter experiments: The experiments by their keys; `nil` stands for none.
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
  /// - Returns: The snapshot; its time is that of the file where it is of the older form.
  /// - Throws: `storageError` if there is no file, or one that is no snapshot.
  @concurrent public func loadExperimentsData() async throws(AscendError) -> ExperimentSnapshot {
    guard let file else { throw .storageError("File not found") }
    return try file.read()
  }

  /// Reads the snapshot file, and calls back with the snapshot or the error.
  ///
  /// - Parameter completion: Gets the snapshot or the error, where `AscendCoreConfig.callbacks` says.
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

  /// Forgets the experiments, the defaults and what was read, and saves an empty snapshot.
  ///
  /// Nothing is refreshed from then on until `fetchExperiments` brings new defaults.
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

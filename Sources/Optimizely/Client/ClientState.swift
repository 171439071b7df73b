/// The state of a client that changes, which a lock protects.
struct ClientState {
  /// The active datafile; `nil` before the client has one.
  var active: ActiveDatafile?
  /// The newest datafile, which may become active at the next start only.
  var newest: LoadedDatafile?
  var attempts: [DatafileAttempt] = []
  /// Variation keys by user and experiment key, forced with `setForcedVariation`.
  var forcedVariations: [String: [String: String]] = [:]
  var polling: Task<Void, Never>?
  var isClosed = false
}

/// The active datafile of a client, with the event factory and the data platform that it
/// configures.
final class ActiveDatafile: Sendable {
  let loaded: LoadedDatafile
  let events: EventFactory
  let platform: DataPlatform

  init(_ loaded: LoadedDatafile, settings: OptimizelySdkSettings) {
    self.loaded = loaded
    events = EventFactory(loaded.datafile, settings: settings)
    platform = DataPlatform(loaded.datafile)
  }
}

/// The mutable state of a client, which a lock protects.
struct ClientState {
  /// The active datafile; `nil` before the client has one.
  var active: ActiveDatafile?
  /// The newest datafile that the client has loaded; differs from the active one if a download
  /// becomes active only at the next start.
  var newest: LoadedDatafile?
  var attempts: [DatafileAttempt] = []
  /// The variation keys that are forced with `setForcedVariation`, by user id and experiment key.
  var forcedVariations: [String: [String: String]] = [:]
  /// The object that polls for a newer datafile; releasing the object stops polling.
  var poller: (any Sendable)?
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
    events = EventFactory(loaded.datafile, settings)
    platform = DataPlatform(loaded.datafile)
  }
}

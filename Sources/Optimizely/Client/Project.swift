/// A datafile in use, with what events and segments need of it.
final class Project: Sendable {
  let loaded: LoadedDatafile
  let events: EventFactory
  let platform: DataPlatform

  init(_ loaded: LoadedDatafile, settings: OptimizelySdkSettings) {
    self.loaded = loaded
    events = EventFactory(loaded.datafile, settings: settings)
    platform = DataPlatform(loaded.datafile)
  }
}

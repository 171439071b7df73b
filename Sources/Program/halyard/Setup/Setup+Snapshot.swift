import Dashboard
import FeatureFlags

extension Setup {
  /// The features of the store and the state of their load, for the screen with the given context.
  func snapshot(of loaded: ConfigurationLoader.Loaded, _ context: DashboardContext) -> LoadedSource
  {
    LoadedSource(loaded, store.loaded, failures: loaded.failures, context)
  }

  /// The events when the screen opens: the features and their failures, or the progress of the first
  /// load of a large file.
  func firstEvents(_ context: DashboardContext) -> [Event] {
    guard let loaded = session.loaded else {
      guard let size = (source as? FileSource)?.size else { return [] }
      return [.session(.loading(LoadProgress(bytes: 0, totalBytes: size)))]
    }
    let features = Event.loaded(snapshot(of: loaded, context))
    // Omits the failures of a polled server: its first poll, which starts later, reports them.
    return session.isPolled
      ? [features] : [features, .session(.notWritten(loaded.failures, loaded))]
  }
}

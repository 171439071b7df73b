import FeatureFlags
public import FoundationEssentials
import Locking

/// The storage in which a ``DefaultEventDispatcher`` persists unsent events.
public enum DataStoreType: CaseIterable, Hashable, Sendable {
  /// Stores unsent events in a file in the state folder of the program; they are sent after a restart.
  case file
  /// Stores unsent events in a temporary file of this process, which a later process does not read.
  case memory
  /// Stores unsent events like ``file``, because Linux has no user defaults.
  case userDefaults
}

/// Stores events until they are sent, like the class of the same name in the Swift SDK; uses a
/// ``FileEventDispatcher`` in the folder of the running program.
///
/// Unlike in the SDK, an event is retried after an error of the server, and stored events are sent
/// at the next start of the program.
open class DefaultEventDispatcher: OPTEventDispatcher {
  /// The default arguments of the initializer.
  public enum DefaultValues {
    /// The maximum number of events in one request.
    public static let batchSize = 10
    /// The seconds after which a batch is sent even if it is not full.
    public static let timeInterval: TimeInterval = 60
    /// The maximum number of unsent events; further events are rejected.
    public static let maxQueueSize = 10_000
  }

  private let publishers = Publishers()
  private let dispatcher: FileEventDispatcher

  /// Creates a dispatcher; values out of range are replaced by the defaults.
  ///
  /// - Parameters:
  ///   - batchSize: The maximum number of events in one request; 0 or less means 10.
  ///   - backingStore: The storage for unsent events.
  ///   - dataStoreName: The name of the storage, which programs with the same name share.
  ///   - timerInterval: The seconds after which a batch is sent even if it is not full; less than 0
  ///     means 60.
  ///   - maxQueueSize: The maximum number of unsent events; less than 100 means 10,000.
  public init(
    batchSize: Int = DefaultValues.batchSize,
    backingStore: DataStoreType = .file,
    dataStoreName: String = "OPTEventQueue",
    timerInterval: TimeInterval = DefaultValues.timeInterval,
    maxQueueSize: Int = DefaultValues.maxQueueSize
  ) {
    var settings = OptimizelySdkSettings()
    settings.events.batchSize = batchSize > 0 ? batchSize : DefaultValues.batchSize
    let seconds = timerInterval >= 0 ? timerInterval : DefaultValues.timeInterval
    settings.events.interval = .seconds(min(seconds, 1e9))
    let limit = maxQueueSize >= 100 ? maxQueueSize : DefaultValues.maxQueueSize
    settings.events.limit = max(limit, settings.events.batchSize)
    let folder =
      switch backingStore {
      case .file, .userDefaults: settings.workspace(of: dataStoreName).stateFolder
      case .memory:
        FileManager.default.temporaryDirectory.path + "/optimizely-" + UUID().uuidString
      }
    dispatcher = publishers.dispatcher(folder: folder, settings: settings)
  }

  /// Creates a dispatcher that stores unsent events in the given folder.
  init(folder: String, settings: OptimizelySdkSettings) {
    dispatcher = publishers.dispatcher(folder: folder, settings: settings)
  }

  /// Stores an event until it is sent; calls the handler when the event is stored.
  open func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?) {
    dispatcher.dispatchEvent(event: event, completionHandler: completionHandler)
  }

  /// Sends the unsent events in the background.
  open func flushEvents() { dispatcher.flushEvents() }

  /// Sends the unsent events for up to 10 seconds, and then stops sending; events that cannot be
  /// sent stay stored.
  open func close() { dispatcher.finish() }

  /// Adds the callbacks of a client that uses the dispatcher.
  ///
  /// - Parameters:
  ///   - onBatch: Called with each batch before it is sent.
  ///   - onProblem: Called with errors of background work.
  func addObserver(
    onBatch: @escaping FileEventDispatcher.Observer,
    onProblem: @escaping @Sendable (OptimizelyError) -> Void
  ) {
    publishers.batches.observe { onBatch($0.url, $0.body) }
    publishers.problems.observe(onProblem)
  }

  /// Sends the events that an earlier run of the program has stored.
  func resume() { dispatcher.resume() }

  /// Publishes batches and errors to the clients that use the dispatcher.
  private struct Publishers: Sendable {
    /// The batches that are about to be sent.
    let batches = Publisher<(url: String, body: String)>()
    /// The errors of background work.
    let problems = Publisher<OptimizelyError>()

    func dispatcher(folder: String, settings: OptimizelySdkSettings) -> FileEventDispatcher {
      var settings = settings
      settings.onProblem = { problems.publish($0) }
      return FileEventDispatcher(folder: folder, settings: settings) { batches.publish(($0, $1)) }
    }
  }
}

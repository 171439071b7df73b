import FeatureFlags
public import FoundationEssentials
import Locking

/// Where a ``DefaultEventDispatcher`` stores unsent events.
public enum DataStoreType: CaseIterable, Hashable, Sendable {
  /// A file in the state folder of the running program.
  case file
  /// A file that no other process uses, in the temporary folder.
  case memory
  /// The same as `file`: Linux has no user defaults.
  case userDefaults
}

/// The event dispatcher of the Swift SDK, by its name there: a ``FileEventDispatcher`` in the
/// folder of the running program.
///
/// Unlike in the SDK, an event is resent after an error of the server, and events that were stored
/// are sent at the next start of the program.
open class DefaultEventDispatcher: OPTEventDispatcher {
  /// The defaults of the initializer.
  public enum DefaultValues {
    /// The number of events in one request.
    public static let batchSize = 10
    /// The seconds until a batch that is not full is sent.
    public static let timeInterval: TimeInterval = 60
    /// The number of unsent events above which new ones are rejected.
    public static let maxQueueSize = 10_000
  }

  private let dispatcher: FileEventDispatcher
  private let observers: Observers

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - batchSize: The number of events in one request; 0 or less is 10.
  ///   - backingStore: Where unsent events are stored.
  ///   - dataStoreName: The name of the store; programs with one name share it.
  ///   - timerInterval: The seconds until a batch that is not full is sent; less than 0 is 60.
  ///   - maxQueueSize: The number of unsent events above which new ones are rejected; less than 100
  ///     is 10,000.
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
    (dispatcher, observers) = Self.parts(folder: folder, settings: settings)
  }

  /// Creates a dispatcher that stores unsent events in a folder.
  init(folder: String, settings: OptimizelySdkSettings) {
    (dispatcher, observers) = Self.parts(folder: folder, settings: settings)
  }

  private static func parts(
    folder: String,
    settings: OptimizelySdkSettings
  ) -> (FileEventDispatcher, Observers) {
    let observers = Observers()
    var settings = settings
    settings.onProblem = { observers.report($0) }
    let dispatcher = FileEventDispatcher(folder: folder, settings: settings) {
      observers.notify($0, $1)
    }
    return (dispatcher, observers)
  }

  /// Stores an event until it is sent.
  open func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?) {
    dispatcher.dispatchEvent(event: event, completionHandler: completionHandler)
  }

  /// Sends the events that were not sent yet, in the background.
  open func flushEvents() { dispatcher.flushEvents() }

  /// Stops sending; unsent events stay stored.
  open func close() { dispatcher.close() }

  /// Adds a client.
  ///
  /// - Parameters:
  ///   - onBatch: Called with each batch before it is sent.
  ///   - onProblem: Called with the errors that no call returns.
  func addObserver(
    onBatch: @escaping FileEventDispatcher.Observer,
    onProblem: @escaping @Sendable (OptimizelyError) -> Void
  ) {
    observers.add((onBatch, onProblem))
  }

  /// Sends the events that an earlier run of the program has stored.
  func resume() { dispatcher.resume() }

  private struct Observers: Sendable {
    typealias Observer = (
      onBatch: FileEventDispatcher.Observer, onProblem: @Sendable (OptimizelyError) -> Void
    )

    private let list = Locked<[Observer]>([])

    func add(_ observer: Observer) {
      list.withLock { $0.append(observer) }
    }

    func notify(_ url: String, _ body: String) {
      for observer in list.withLock({ $0 }) { observer.onBatch(url, body) }
    }

    func report(_ error: OptimizelyError) {
      for observer in list.withLock({ $0 }) { observer.onProblem(error) }
    }
  }
}

import FeatureFlags

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

/// The active datafile of a client, with the event factory and the data platform that are created from
/// the datafile.
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

/// Creates the services of a client: the app's own services, adapted to the typed protocols, or the
/// default services.
struct ClientServices {
  let sdkKey: String
  let settings: OptimizelySdkSettings
  let hub: NotificationHub

  private var folder: String { settings.workspace(of: sdkKey).stateFolder }

  /// Returns the app's event dispatcher, or else a dispatcher that stores events in a file.
  func dispatcher(_ custom: (any OPTEventDispatcher)?) -> any OPTEventDispatcher {
    // Captures the notification hub weakly: a dispatcher of the app can outlive the client, and
    // would keep the hub of a released client alive.
    let notify: FileEventDispatcher.Observer = { [weak hub] in
      hub?.sendLogEvent(url: $0, body: $1)
    }
    guard let custom else {
      return FileEventDispatcher(folder: folder, settings: settings, observer: notify)
    }
    (custom as? DefaultEventDispatcher)?.addObserver(onBatch: notify, onProblem: settings.onProblem)
    return custom
  }

  /// Adapts a dispatcher of the SDK's protocol, which accepts one event at a time.
  func adapted(_ dispatcher: any OPTEventDispatcher) -> any EventDispatcher {
    dispatcher as? any EventDispatcher
      ?? AppEventDispatcher(dispatcher: dispatcher, onProblem: settings.onProblem)
  }

  /// Returns the app's user profile service, or else a service that stores profiles in files.
  func profiles(_ custom: (any OPTUserProfileService)?) -> any OPTUserProfileService {
    custom ?? FileUserProfileService(folder: folder + "/profiles")
  }

  /// Adapts a user profile service of the SDK's protocol, whose profiles are untyped dictionaries.
  func adapted(_ service: any OPTUserProfileService) -> any UserProfileService {
    service as? any UserProfileService ?? AppUserProfileService(service: service)
  }

  func handler(_ custom: (any OPTDatafileHandler)?) -> any OPTDatafileHandler {
    let handler = custom ?? DefaultDatafileHandler()
    (handler as? DefaultDatafileHandler)?.adopt(settings)
    return handler
  }
}

extension OptimizelySdkSettings {
  /// Returns a copy of the settings whose `onProblem` also logs each error; without a logger,
  /// returns the settings unchanged.
  func logging(to logger: ClientLogger) -> OptimizelySdkSettings {
    guard logger.logger != nil else { return self }
    var settings = self
    let report = onProblem
    settings.onProblem = { error in
      logger.log(.error, error.reason)
      report(error)
    }
    return settings
  }

  /// Returns the value of an expression; if it throws, reports the error to `onProblem`, and returns
  /// `nil`.
  @discardableResult
  func reporting<Value>(_ value: @autoclosure () throws(OptimizelyError) -> Value) -> Value? {
    do throws(OptimizelyError) {
      return try value()
    } catch {
      onProblem(error)
      return nil
    }
  }
}

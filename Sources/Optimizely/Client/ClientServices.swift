import FeatureFlags

/// Makes the parts of a client that the app did not pass.
struct ClientServices {
  let sdkKey: String
  let settings: OptimizelySdkSettings
  let hub: NotificationHub

  private var folder: String { settings.workspace(of: sdkKey).stateFolder }

  func dispatcher(_ given: (any OPTEventDispatcher)?) -> any EventDispatcher {
    // Weak: a dispatcher of the app can outlive the client.
    let notify: FileEventDispatcher.Observer = { [weak hub] in
      hub?.sendLogEvent(url: $0, body: $1)
    }
    guard let given else {
      return FileEventDispatcher(folder: folder, settings: settings, observer: notify)
    }
    if let dispatcher = given as? any EventDispatcher { return dispatcher }
    (given as? DefaultEventDispatcher)?.addObserver(onBatch: notify, onProblem: settings.onProblem)
    return AppEventDispatcher(dispatcher: given, onProblem: settings.onProblem)
  }

  func profiles(_ given: (any OPTUserProfileService)?) -> any UserProfileService {
    guard let given else { return FileUserProfileService(folder: folder + "/profiles") }
    return given as? any UserProfileService ?? AppUserProfileService(service: given)
  }

  func handler(_ given: (any OPTDatafileHandler)?) -> any OPTDatafileHandler {
    let handler = given ?? DefaultDatafileHandler()
    (handler as? DefaultDatafileHandler)?.adopt(settings)
    return handler
  }
}

extension OptimizelySdkSettings {
  /// Settings that also log the errors that no call throws.
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
}

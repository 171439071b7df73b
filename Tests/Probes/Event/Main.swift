import FeatureFlags
import Foundation
import Networking
import Optimizely

/// A program that tests start as a child process, observe and kill.
@main
enum Main {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "track" where arguments.count == 5:
      try await track(
        in: arguments[1],
        to: arguments[2],
        numbers: (Int(arguments[3]) ?? 0)..<(Int(arguments[4]) ?? 0)
      )
    case "start" where arguments.count == 3:
      try await start(in: arguments[1], from: arguments[2])
    case "decide" where arguments.count == 4:
      try decide(arguments[3], in: arguments[1], by: arguments[2])
    default: fatalError("found \(arguments), expected track, start or decide")
    }
  }

  private static func settings(_ folder: String) -> OptimizelySdkSettings {
    var settings = OptimizelySdkSettings()
    settings.workspace = Workspace(
      name: "test",
      source: "probe",
      stateRoot: folder + "/state",
      cacheRoot: folder + "/cache"
    )
    var client = HTTPClient.Configuration()
    client.proxy = .none
    settings.httpClient = HTTPClient(configuration: client)
    return settings
  }

  /// Tracks one event for each number, prints the number after the event is stored, and sends all
  /// events.
  private static func track(in folder: String, to url: String, numbers: Range<Int>) async throws {
    var settings = settings(folder)
    settings.eventsURL = url
    settings.events.limit = 500
    settings.events.interval = .milliseconds(10)
    settings.events.firstRetry = .milliseconds(2)
    settings.events.longestRetry = .milliseconds(20)
    settings.events.timeout = .milliseconds(250)
    let client = OptimizelyClient(sdkKey: "probe", settings: settings)
    let datafile = """
      { "version": "4", "projectId": "1", "accountId": "2", "revision": "3", "anonymizeIP": true,
        "attributes": [], "events": [{ "id": "61", "key": "buy", "experimentIds": [] }],
        "audiences": [], "experiments": [], "groups": [], "featureFlags": [], "rollouts": [] }
      """
    try client.start(datafile: Data(datafile.utf8), doFetchDatafileBackground: false)
    for number in numbers {
      while true {
        do {
          try client.track(
            eventKey: "buy",
            userId: "user \(number % 7)",
            eventTags: ["number": number]
          )
          break
        } catch OptimizelyError.eventQueueFull {
          try await Task.sleep(for: .milliseconds(2))
        }
      }
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
    guard let dispatcher = client.eventDispatcher as? FileEventDispatcher else { return }
    while dispatcher.waitingCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
  }

  /// Starts a client repeatedly, and prints the revision of its datafile each time.
  private static func start(in folder: String, from url: String) async throws {
    var settings = settings(folder)
    settings.datafileURL = url
    for _ in 0..<25 {
      let client = OptimizelyClient(sdkKey: "probe", settings: settings)
      try await client.start()
      print(client.loaded?.origin.rawValue ?? "none", client.loaded?.datafile.revision ?? "none")
    }
  }

  /// Evaluates a flag of a datafile once, and prints the variation.
  private static func decide(_ flag: String, in folder: String, by path: String) throws {
    let client = OptimizelyClient(sdkKey: "probe", settings: settings(folder))
    try client.start(
      datafile: Data(contentsOf: URL(fileURLWithPath: path)),
      doFetchDatafileBackground: false
    )
    let decision = client.createUserContext(userId: "ana")
      .decide(key: flag, options: [.disableDecisionEvent])
    print(decision.variationKey ?? "none")
  }
}

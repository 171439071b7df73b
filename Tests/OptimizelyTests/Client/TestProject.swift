import CoreTestSupport
import FeatureFlags
import Foundation
import Locking
import Networking
import TestSupport

@testable import Optimizely
@testable import OptimizelyEngine

/// A client with temporary folders and a local server, which collects its events.
struct TestProject {
  static let key = "test-key"

  let folder: TemporaryFolder
  let sent = CollectingEventDispatcher()
  let problems = Locked<[OptimizelyError]>([])
  var settings = OptimizelySdkSettings()

  init(_ server: LocalServer? = nil) throws {
    folder = try TemporaryFolder()
    var client = HTTPClient.Configuration()
    client.proxy = .none
    settings.httpClient = HTTPClient(configuration: client)
    settings.workspace = folder.workspace(source: Self.key)
    settings.datafileURL = server.map { $0.url("/datafiles/%@.json") } ?? "http://127.0.0.1:1/%@"
    settings.onProblem = { [problems] error in problems.withLock { $0.append(error) } }
  }

  var workspace: Workspace { settings.workspace(of: Self.key) }

  /// The URL of the datafile on the local server.
  var address: String { settings.datafileAddress(of: Self.key) ?? "" }

  func client(_ options: [OptimizelyDecideOption] = []) -> OptimizelyClient {
    OptimizelyClient(
      sdkKey: Self.key,
      eventDispatcher: sent,
      defaultDecideOptions: options,
      settings: settings
    )
  }

  /// Creates a client and starts it with the given datafile.
  func started(
    _ datafile: SmallDatafile = .shop,
    options: [OptimizelyDecideOption] = []
  ) throws -> OptimizelyClient {
    let client = client(options)
    try client.start(datafile: datafile.text, doFetchDatafileBackground: false)
    return client
  }

  /// Caches a document as if it had been fetched.
  func keep(_ text: String, lastModified: String? = nil) throws {
    let stored = LastGood(
      bytes: Array(text.utf8),
      source: address,
      date: Date(timeIntervalSince1970: 0),
      revision: HTTPRevision(etag: nil, lastModified: lastModified)
    )
    try workspace.keep(stored)
  }
}

extension OptimizelyClient {
  /// Starts the client with a bundled datafile.
  func start(
    datafile: String,
    doUpdateConfigOnNewDatafile: Bool = false,
    doFetchDatafileBackground: Bool = true
  ) throws {
    try start(
      datafile: Data(datafile.utf8),
      doUpdateConfigOnNewDatafile: doUpdateConfigOnNewDatafile,
      doFetchDatafileBackground: doFetchDatafileBackground
    )
  }
}

extension SmallDatafile {
  /// A datafile of two flags with an experiment each, a flag that is off, an attribute and an
  /// event.
  static let shop = SmallDatafile(
    experiments: "[\(experiment("11", key: "cart_test")), \(experiment("12", key: "search_test"))]",
    flags: """
      [\(flag("cart", experiments: ["11"])), \(flag("search", experiments: ["12"])), \(flag("off"))]
      """,
    attributes: #"[{ "id": "51", "key": "country" }]"#,
    events: #"[{ "id": "61", "key": "buy", "experimentIds": [] }]"#
  )

  /// Returns a minimal datafile with the given revision.
  static func revision(_ revision: String) -> String {
    var datafile = shop
    datafile.revision = revision
    return datafile.text
  }
}

import Documents
import FeatureFlags
import Networking
import TestSupport

import struct Foundation.Date

@testable import OFREP

/// A local OFREP server with a client, whose clocks only the test advances.
struct Lab {
  /// The wall clock time of all tests, in seconds since 1970.
  static let now = 1_790_000_000.0

  let server: LocalServer
  let clock = ManualClock()
  let dependencies: ServerDependencies
  let client: OFREPClient

  init(maximumCount: Int = 100, _ handler: @escaping LocalServer.Handler) throws {
    server = try LocalServer(handler)
    var dependencies = ServerDependencies()
    dependencies.clock = clock
    dependencies.uptime = { [clock] in clock.now.offset }
    dependencies.now = { Date(timeIntervalSince1970: Self.now) }
    dependencies.random = { 0 }
    self.dependencies = dependencies
    client = OFREPClient(
      OFREPServer(url: server.url("/base"), headers: ["Authorization": "Bearer t"]),
      dependencies: dependencies,
      maximumCount: maximumCount
    )
  }

  /// A source for the server.
  func source(_ context: EvaluationContext = ana) throws -> OFREPSource {
    try OFREPSource(
      url: "ofrep+" + server.url("/base"),
      context: context,
      headers: ["Authorization": "Bearer t"],
      dependencies: dependencies
    )
  }

  static let ana = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold", "age": 42])

  /// A bulk response with a flag of each type, and with an evaluation failure.
  static let bulk = """
    { "flags": [
      { "key": "banner", "value": true, "reason": "TARGETING_MATCH", "variant": "on",
        "metadata": { "team": "web", "description": "Shows the banner", "flagSetId": "shop" } },
      { "key": "hue", "value": "#f00", "reason": "SPLIT", "variant": "red", "metadata": {} },
      { "key": "limit", "value": 3, "reason": "STATIC", "variant": "three" },
      { "key": "rate", "value": 1.0, "reason": "DEFAULT", "variant": "one" },
      { "key": "plan", "value": { "steps": [1, 2.0] }, "reason": "STATIC" },
      { "key": "off", "reason": "DISABLED" },
      { "key": "broken", "errorCode": "PARSE_ERROR", "errorDetails": "no such variant" }
    ], "metadata": { "version": "3" } }
    """

  /// A single response.
  static let single = """
    {"key":"rate","value":1.0,"reason":"STATIC","variant":"one","metadata":{"big":9007199254740993}}
    """
}

extension OFREPContext {
  /// The context of the user `ana`.
  static let ana = OFREPContext(Lab.ana)
}

import CoreTestSupport
import FeatureFlags
import Foundation
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests warnings about a datafile that differs from the cached or the fallback datafile of an app.
struct WarningTests {
  private static func datafile(
    revision: String = "42",
    project: String = "1",
    key: String? = nil,
    flags: [String] = ["f"]
  ) -> String {
    var datafile = SmallDatafile(
      experiments: "[\(SmallDatafile.experiment("1", key: "e"))]",
      flags: "[\(flags.map { SmallDatafile.flag($0, experiments: ["1"]) }.joined(separator: ","))]"
    )
    datafile.revision = revision
    if let key { datafile.more = #""sdkKey": "\#(key)","# }
    return datafile.text.replacing(#""projectId": "1""#, with: #""projectId": "\#(project)""#)
  }

  /// Returns the warnings about a source with a cached and a fallback document.
  private func warnings(
    _ text: String,
    cached: String? = nil,
    fallback: String? = nil,
    key: String? = nil,
    isThere: Bool = true
  ) async throws -> [String] {
    let folder = try TemporaryFolder()
    if let cached {
      let stored = LastGood(
        bytes: Array(cached.utf8),
        source: "server",
        date: Date(timeIntervalSince1970: 0)
      )
      try folder.workspace().keep(stored)
    }
    var loader = ConfigurationLoader(
      source: Server(text: isThere ? text : nil),
      fallback: fallback.map { InMemorySource(text: $0) },
      cache: folder.workspace(),
      origin: .remote
    )
    let settings = DatafileSettings(key: key)
    loader.formats = [.optimizely(settings), .features]
    loader.context = EvaluationContext(targetingKey: "u")
    let loaded = try await loader.load()
    #expect(loaded.renewed(for: loader.context).configuration == loaded.configuration)
    return loaded.configuration.problems.map { "\($0.fact)" }
  }

  /// A source with a URL, so that its document is cached.
  private struct Server: Source {
    let text: String?
    var name: String { "server" }
    var address: String? { "server" }

    func read() async throws(SourceError) -> [UInt8] {
      guard let text else { throw .missing("server") }
      return Array(text.utf8)
    }
  }

  @Test func `an equal cached or fallback datafile, or an older fallback, causes no warning`()
    async throws
  {
    let text = Self.datafile(key: "K")
    #expect(try await warnings(text).isEmpty)
    #expect(try await warnings(text, cached: text, fallback: text, key: "K").isEmpty)
    #expect(try await warnings(text, fallback: Self.datafile(revision: "41")).isEmpty)
    #expect(try await warnings(Self.datafile(), key: "K").isEmpty)
  }

  @Test(arguments: [
    ("41", "revision 42 is active, 41 is cached: an app that applies updates at its next start"),
    ("43", "revision 42 is active, 43 is cached"),
    ("42", "the active and the cached datafile differ, but both have revision 42"),
  ])
  func `a cached datafile that differs from the active one causes a warning`(
    revision: String,
    message: String
  ) async throws {
    let cached = Self.datafile(revision: revision, flags: ["f", "g"])
    let warnings = try await warnings(Self.datafile(), cached: cached)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix(message) == true, "\(warnings)")
  }

  @Test(arguments: [
    ("43", "the fallback has revision 43, newer than the active 42"),
    ("100", "the fallback has revision 100, newer than the active 42"),
    ("b7", "revision 42 is active, and the fallback has b7"),
  ])
  func `a newer fallback causes a warning, even if the cached datafile is used`(
    revision: String,
    message: String
  ) async throws {
    let (own, fallback) = (Self.datafile(), Self.datafile(revision: revision))
    let fresh = try await warnings(own, fallback: fallback)
    #expect(fresh.count == 1)
    #expect(fresh.first?.hasPrefix(message) == true, "\(fresh)")
    #expect(try await warnings(own, cached: own, fallback: fallback, isThere: false) == fresh)
  }

  @Test
  func `a cached or fallback datafile of a different project or SDK key causes a warning`()
    async throws
  {
    let own = Self.datafile(key: "K")
    let other = Self.datafile(revision: "50", project: "2", key: "L")
    #expect(
      try await warnings(own, cached: other, fallback: other) == [
        "the datafile is of project \"1\", the cached one of \"2\"",
        "the datafile is of project \"1\", the fallback one of \"2\"",
      ]
    )
    let sibling = Self.datafile(revision: "50", key: "L")
    #expect(
      try await warnings(own, cached: sibling, key: "M") == [
        "the datafile is of SDK key \"K\", expected \"M\"",
        "the datafile is of SDK key \"K\", the cached one of \"L\"",
      ]
    )
  }

  @Test(arguments: [
    (LargeDatafile.classicExperiments(0, flags: 1), [String]()),
    (LargeDatafile.featureRollouts(2), []),
    (
      LargeDatafile.classicExperiments(1, flags: 2),
      ["-: experiment \"e0\" belongs to no feature flag and is not listed"]
    ),
    (
      LargeDatafile.classicExperiments(12),
      ["-: 12 experiments belong to no feature flag and are not listed"]
    ),
  ])
  func `experiments without a flag are counted in a warning`(
    text: String,
    message: [String]
  ) throws {
    let problems = try Configuration.datafile(Array(text.utf8), for: UserContext(id: "u"))
      .problems
    #expect(problems.map { "\($0.feature ?? "-"): \($0.fact)" } == message)
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  @Test func `a warning about a rule is listed for each flag of the rule`() throws {
    let asking = SmallDatafile.experiment(
      "1",
      key: "e",
      status: "Paused",
      extra: #", "audienceConditions": ["or", "ghost"]"#
    ).replacing(#""forcedVariations": {}"#, with: #""forcedVariations": { "u": "on" }"#)
    let text = SmallDatafile(
      experiments: "[\(asking)]",
      flags: """
        [\(SmallDatafile.flag("f", experiments: ["1"])), \(SmallDatafile.flag("g")),
         \(SmallDatafile.flag("h", experiments: ["1"], rollout: "gone"))]
        """
    ).text
    func problems(_ user: String) throws -> [String] {
      try Configuration.datafile(Array(text.utf8), for: UserContext(id: user))
        .problems.map { "\($0.feature ?? "-"): \($0.fact)" }
    }
    let common = [
      "f: rule \"e\" references audience \"ghost\", which does not exist",
      "h: rule \"e\" references audience \"ghost\", which does not exist",
      "h: flag \"h\" has rollout \"gone\", which does not exist",
    ]
    #expect(try problems("other") == common)
    let idle = "rule \"e\" has user \"u\" on its allow-list, but does not run (Paused)"
    #expect(try problems("u") == common + ["f: \(idle)", "h: \(idle)"])
  }

  @Test
  func `an explanation has a remark if the result depends on the operand order of a conjunction`()
    throws
  {
    // `not (unknown and false)` evaluates to true if false takes precedence, otherwise to unknown.
    let leaves = """
      { "type": "custom_attribute", "name": "age", "match": "ge", "value": 18 },
      { "type": "custom_attribute", "name": "country", "match": "exact", "value": "es" }
      """
    let text = SmallDatafile.targeted(#"["not", ["and", \#(leaves)]]"#).text
    func look(
      _ order: ConjunctionOrder,
      _ attributes: [String: DataValue]
    ) throws -> (given: TestVariation?, warnings: [String]) {
      let user = UserContext(id: "u", attributes: attributes)
      let configuration = try Configuration.datafile(
        Array(text.utf8),
        for: user,
        settings: DatafileSettings(order: order)
      )
      let feature = try #require(configuration.features.first)
      let explanation = configuration.evaluator.explanation(
        of: feature,
        in: EvaluationContext(user)
      )
      return (feature.given, explanation?.warnings ?? [])
    }
    let french: [String: DataValue] = ["country": .string("fr")]
    let swift = try look(.leftToRight, french)
    #expect(swift.given == nil)
    #expect(
      swift.warnings == [
        "SDKs other than Swift's select \"on\": false takes precedence over unknown"
      ]
    )
    let canonical = try look(.canonical, french)
    #expect(canonical.given == "on")
    #expect(
      canonical.warnings == [
        "the Swift SDK selects no variation: unknown takes precedence over a later false"
      ]
    )
    #expect(try look(.canonical, ["country": .string("es")]).warnings.isEmpty)
    #expect(try look(.leftToRight, ["age": .number(3)]).warnings.isEmpty)
  }
}

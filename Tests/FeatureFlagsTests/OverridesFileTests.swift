import CoreTestSupport
import Foundation
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

struct OverridesFileTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)
  private static let path = "state/test/overrides.json"

  private static let golden = """
    {
      "version": 1,
      "source": "features.json",
      "overrides": {
        "CTA colour": { "variation": "Group B", "lifetime": "session", "at": "2026-11-21T10:02:11Z", "by": "ana@build-7" },
        "Gold \\"theme\\"": { "unlocked": true, "until": "2026-11-21T10:02:11Z" },
        "New Cart": { "enabled": true, "lifetime": "kept", "at": "2026-11-21T10:02:11Z", "by": "ana@build-7" }
      }
    }

    """

  private static let overrides: [OverrideKey: Override] = [
    "New Cart": Override(enabled: true, date: date, author: "ana@build-7"),
    "CTA colour": Override(
      variation: "Group B",
      lifetime: .session,
      date: date,
      author: "ana@build-7"
    ),
    "Gold \"theme\"": Override(unlocked: true, lifetime: .until(date)),
  ]

  @Test func `overrides are stored as sorted, readable text`() throws {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides { $0 = Self.overrides }
    #expect(try folder.read(Self.path) == Self.golden)
    #expect(try folder.workspace().overrides() == Self.overrides)
  }

  @Test func `a store writes the author and the date of each override`() throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(
      workspace: folder.workspace(),
      author: "ana@build-7",
      now: { Self.date.addingTimeInterval(0.9) }
    )
    try store.load(Configuration(features: [Feature(name: "New Cart")]))
    try store.override(.enabled(true), for: ["New Cart"])
    #expect(try folder.workspace().overrides()["New Cart"] == Self.overrides["New Cart"])
    #expect(store.feature(named: "New Cart")?.override == Self.overrides["New Cart"])
    try store.reset(["New Cart"])
    #expect(try folder.workspace().overrides().isEmpty)
  }

  @Test(arguments: [
    (0.0, "2026-11-21T10:02:11Z"), (0.04, "2026-11-21T10:02:11Z"), (0.26, "2026-11-21T10:02:11.3Z"),
    (0.96, "2026-11-21T10:02:12Z"),
  ])
  func `an expiry is stored in tenths of a second, and read as the same time`(
    fraction: Double,
    text: String
  ) throws {
    let folder = try TemporaryFolder()
    let end = Self.date.addingTimeInterval(fraction)
    let store = FlagStore(workspace: folder.workspace(), now: { Self.date.addingTimeInterval(-1) })
    try store.load(Configuration(features: [Feature(name: "New Cart")]))
    try store.applyAndWait(.set([.enabled(true)], for: ["New Cart"], lifetime: .until(end)))
    #expect(try folder.read(Self.path).contains("\"until\": \"\(text)\""))
    #expect(
      try folder.workspace().overrides()["New Cart"]
        == store.feature(named: "New Cart")?.override
    )
  }

  @Test func `a change in the same second as an expiry does not restore the expired override`()
    throws
  {
    let folder = try TemporaryFolder()
    let end = Self.date.addingTimeInterval(0.5)
    let time = Locked(Self.date.addingTimeInterval(0.4))
    let store = FlagStore(workspace: folder.workspace(), now: { time.withLock { $0 } })
    try store.load(Configuration(features: [Feature(name: "Gold", unlocked: false)]))
    try store.applyAndWait(.set([.enabled(true)], for: ["Gold"], lifetime: .until(end)))
    time.withLock { $0 = end }
    try store.applyAndWait(.set([.unlocked(true)], for: ["Gold"]))
    #expect(try folder.workspace().overrides()["Gold"]?.enabled == nil)
  }

  @Test func `a note is stored, remains after a change, and is removed by an empty note`() throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace(), now: { Self.date })
    try store.load(Configuration(features: [Feature(name: "New Cart")]))
    try store.applyAndWait(.set([.enabled(true)], for: ["New Cart"], note: "QA-123"))
    try store.override(.enabled(false), for: ["New Cart"])
    #expect(try folder.workspace().overrides()["New Cart"]?.note == "QA-123")
    try store.applyAndWait(.set([], for: ["New Cart"], note: "QA-7"))
    #expect(try folder.workspace().overrides()["New Cart"]?.note == "QA-7")
    try store.applyAndWait(.set([.enabled(true)], for: ["New Cart"], note: ""))
    let stored = try folder.workspace().overrides()["New Cart"]
    #expect(stored?.note == nil && stored?.enabled == true)
  }

  @Test func `names and texts with unusual characters are restored from the file`() throws {
    let folder = try TemporaryFolder()
    var overrides: [OverrideKey: Override] = [:]
    for text in ["", " ", "a\u{0}\u{1B}[2J\u{9B}", "\"\\/\n\r\t", "👩‍👩‍👧 日本", "\u{202E}\u{2028}"] {
      overrides[OverrideKey(Feature.Name(rawValue: text))] = Override(
        enabled: false,
        variation: TestVariation(rawValue: text),
        unlocked: true,
        author: text
      )
    }
    try folder.workspace().updateOverrides { $0 = overrides }
    #expect(try folder.workspace().overrides() == overrides)
    let bytes = Array(try folder.read(Self.path).utf8)
    #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  @Test func `an overrides file that is edited by hand in JSON5 is accepted`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      \u{FEFF}// mine
      { overrides: {
        'New Cart': { enabled: false, note: "why", },
        Colour: { variation: "red", lifetime: null },
        Gold: { unlocked: true, until: "2026-11-21T10:02:11+00:00", lifetime: "kept" },
        Empty: {},
      } }
      """,
      to: Self.path
    )
    let overrides = try folder.workspace().overrides()
    #expect(overrides["New Cart"] == Override(enabled: false, note: "why"))
    #expect(overrides["Colour"] == Override(variation: "red"))
    #expect(overrides["Gold"] == Override(unlocked: true, lifetime: .until(Self.date)))
    #expect(overrides["Empty"] == Override())
  }

  static let malformed: [(text: String, line: Int?, message: String)] = [
    ("", nil, "found nothing"), ("{", 1, "the end of the document"),
    ("[]", 1, "found a list, expected an object"),
    ("{}", 1, "\"overrides\": found nothing, expected an object"),
    ("{\"version\":\n3,\"overrides\":{}}", 2, "\"version\": found 3, expected 1 or 2"),
    ("{\"overrides\":\n[]}", 2, "\"overrides\": found a list, expected an object"),
    ("{\"overrides\":{\n\"A\":true}}", 2, "\"overrides.A\": found true, expected an object"),
    (
      "{\"overrides\":{\"A\":{\n\n\"enabled\":\"yes\"}}}", 3,
      "\"overrides.A.enabled\": found \"yes\", expected true or false"
    ),
    ("{\"overrides\":{\"A\":{\n\"variation\":1}}}", 2, "found 1, expected a text"),
    (
      "{\"overrides\":{\"A\":{\n\"lifetime\":\"ever\"}}}", 2,
      "found \"ever\", expected one of \"kept\", \"session\""
    ),
    ("{\"overrides\":{\"A\":{\n\"until\":\"noon\"}}}", 2, "expected a time such as"),
    ("{\"overrides\":{\"A\":{\n\"by\":[]}}}", 2, "\"overrides.A.by\": found a list"),
    ("{\"overrides\":{\"A\":{\"enabled\":true}\n\"B\":{}}}", 2, "expected \",\" or \"}\""),
  ]

  @Test(arguments: malformed)
  func `a malformed overrides file is not overwritten, and the error has its line`(
    text: String,
    line: Int?,
    message: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: Self.path)
    let path = folder.workspace().overridesPath
    let store = FlagStore(workspace: folder.workspace())
    let error = #expect(throws: FlagStoreError.self) {
      try store.load(Configuration(features: [Feature(name: "A")]))
    }
    guard case .notRead(.malformed(path, let problem)) = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(problem.line == line)
    #expect("\(problem)".contains(message))
    #expect(throws: FlagStoreError.self) { try store.override(.enabled(true), for: ["A"]) }
    #expect(store.isEnabled("A"))
    #expect(try folder.read(Self.path) == text)
  }

  @Test func `unsaved overrides are saved with the next override`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: Self.path)
    let names: [Feature.Name] = ["A", "B", "C"]
    let store = FlagStore(workspace: folder.workspace())
    #expect(throws: FlagStoreError.self) {
      try store.load(Configuration(features: names.map { Feature(name: $0) }))
    }
    #expect(throws: FlagStoreError.self) { try store.override(.enabled(true), for: ["A", "B"]) }
    #expect(throws: FlagStoreError.self) { try store.override(.enabled(false), for: ["B"]) }
    try folder.write(#"{ "overrides": { "D": { "enabled": true } } }"#, to: Self.path)
    try store.override(.enabled(true), for: ["C"])
    let saved = try folder.workspace().overrides()
    #expect(saved.mapValues(\.enabled) == ["A": true, "B": false, "C": true, "D": true])
    try store.reset(["A"])
    #expect(try folder.workspace().overrides()["A"] == nil)
  }

  @Test func `setting an override does not restore an expired override of a different feature`()
    throws
  {
    let folder = try TemporaryFolder()
    let names: [Feature.Name] = ["A", "B"]
    try folder.workspace().updateOverrides { overrides in
      overrides["A"] = Override(enabled: true, lifetime: .until(Self.date))
    }
    let clock = SettableClock(Self.date.addingTimeInterval(-1))
    let store = FlagStore(workspace: folder.workspace(), now: { clock.now })
    try store.load(Configuration(features: names.map { Feature(name: $0) }))
    #expect(store.isEnabled("A"))
    clock.now = Self.date
    try store.reloadOverrides()
    #expect(!store.isEnabled("A"))
    try store.override(.enabled(true), for: ["B"])
    #expect(!store.isEnabled("A"))
    #expect(store.isEnabled("B"))
  }

  @Test func `a new override does not restore an expired override of the same feature`() throws {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides { overrides in
      overrides["G"] = Override(unlocked: true, lifetime: .until(Self.date))
    }
    let clock = SettableClock(Self.date.addingTimeInterval(-1))
    let store = FlagStore(workspace: folder.workspace(), now: { clock.now })
    try store.load(Configuration(features: [Feature(name: "G", unlocked: false)]))
    clock.now = Self.date
    try store.override(.enabled(true), for: ["G"])
    #expect(store.feature(named: "G")?.isUnlocked() == false)
    #expect(try folder.workspace().overrides()["G"]?.unlocked == nil)
  }

  @Test func `an override for the session is active and not stored`() throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: [Feature(name: "A"), Feature(name: "B")]))
    try store.override(.enabled(true), for: ["A"], isSaved: false)
    try store.override(.enabled(true), for: ["B"])
    try store.reloadOverrides()
    #expect(store.isEnabled("A"))
    #expect(store.feature(named: "A")?.override?.lifetime == .session)
    #expect(try folder.workspace().overrides().keys.sorted() == ["B"])
  }
}

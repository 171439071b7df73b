import Connectivity
import FeatureFlags
import Foundation
import TestSupport
import Testing

extension Feature.Name {
  static let newCart = Feature.Name(rawValue: "New Cart")
  static let ctaColour = Feature.Name(rawValue: "CTA colour")
}

/// The snippets of the page about the libraries in the code of an app, which must compile.
private enum Snippets {
  static func dropIn() -> [String] {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    if Feature.isEnabled(.newCart) {
      print("The new cart is open.")
    }
    if let test = ABTest(rawValue: .ctaColour) {
      print("Is in group A? -> \(test.isGroupA())")
    }
    return printed
  }

  static func setUp() {
    FeatureFlags.configurationURL = URL(fileURLWithPath: "Features.json")
  }

  static func store(_ data: Data) async throws -> Int {
    let store = FlagStore(user: "u42")
    try store.load(Configuration(data: data))
    let changes = store.changes()
    try store.override(.variation("Group B"), for: [.ctaColour])
    for await change in changes {
      return change.revision
    }

    for await change in store.changes() {
      print(change.revision)
    }
    return 0
  }

  static func network() async {
    let connectivity = Connectivity()
    let report = await connectivity.check()
    print(report.status)  // "Ethernet with Internet access"
    print(report.captivePortal?.host ?? "no captive portal")
  }
}

/// Tests that the Swift snippets of the page about the libraries compile and run.
struct LibraryPageTests {
  private static let document = Data(
    """
    [
      { "name": "New Cart", "enabled": true },
      { "name": "CTA colour", "test-variations": ["Group A", "Group B"] }
    ]
    """.utf8
  )

  @Test func `every line of the page's snippets is in a file that compiles`() throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/libraries.md"),
      encoding: .utf8
    )
    let files = [
      "FeatureFlagsAPITests/LibraryPageTests.swift",
      "FeatureFlagsAPITests/LibraryPageServices.swift",
      "RemoteConfigMacrosTests/MacroExamples.swift",
    ]
    let source = try files.map { name in
      try String(contentsOf: root.appendingPathComponent("Tests/" + name), encoding: .utf8)
    }.joined(separator: "\n")
    let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    // Skips the fragment of a manifest, which `ClientPackageTests` resolves.
    let snippets = page.matches(of: /```swift\n((?:.|\n)*?)```/).map(\.output.1)
      .filter { !$0.hasPrefix("dependencies:") }
    #expect(snippets.count >= 3)
    for line in snippets.joined().split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(known.contains(line), "\(line)")
    }
  }

  @Test func `the page's store overrides a feature and publishes the change`() async throws {
    #expect(try await Snippets.store(Self.document) == 2)
  }
}

extension SharedStoreTests {
  @Suite struct LibraryPage {
    @Test func `the drop-in snippet prints what its comments claim`() throws {
      let device = try Device()
      try device.configure(
        """
        [
          { "name": "New Cart", "enabled": true },
          { "name": "CTA colour", "test-variations": ["Group A", "Group B"] }
        ]
        """
      )
      #expect(Snippets.dropIn() == ["The new cart is open.", "Is in group A? -> true"])
    }
  }
}

import Files
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the examples of `docs/end-to-end-tests.md`: each is a file, which the page repeats.
struct EndToEndTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let folder = root + "/docs/end-to-end/"

  /// The features of the tests, of which both are off.
  private static let features = #"[{ "name": "New Cart" }, { "name": "Express Pay" }]"#

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  /// A folder with the features and the files of the examples.
  private static func tester() throws -> Tester {
    let tester = try Tester(configuration: features)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try tester.folder.write(try text(folder + name), to: name)
    }
    return tester
  }

  /// Runs a script of the shell, which finds `halyard` in its path.
  private static func run(
    _ script: String,
    _ tester: Tester
  ) async throws -> (isSuccess: Bool, output: String) {
    let bin = URL(fileURLWithPath: ProgramRun.path(of: "halyard")).deletingLastPathComponent()
    let commands = """
      cd '\(tester.folder.path)' && exec > output.txt 2>&1
      export HALYARD_HOME='\(tester.folder.path(of: "home"))' PATH="\(bin.path):$PATH"
      export HALYARD_TEAM=none && unset HALYARD_SOURCE
      \(script)
      """
    let status = try await onThread { Shell.run(commands) }
    return (status == 0, try tester.folder.read("output.txt"))
  }

  @Test func `the examples in the page about end-to-end tests equal the tested files`() throws {
    let page = try Self.text(Self.root + "/docs/end-to-end-tests.md")
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(names.count == 5)
    for name in names where !name.hasSuffix(".json") {
      #expect(page.contains("\n" + (try Self.text(Self.folder + name)) + "```\n"), "\(name)")
    }
  }

  @Test(.onlyInFullRun, .timeLimit(.minutes(5)))
  func `the browser example shows the forced state, and a later change without a reload`()
    async throws
  {
    let tester = try Self.tester()
    let run = try await Self.run("python3 browser_test.py", tester)
    #expect(run.isSuccess && run.output.contains("passed"), "\(run.output)")
  }

  @Test(.onlyInFullRun, .timeLimit(.minutes(5)))
  func `the pytest example receives the forced flags, and its evaluations are recorded`()
    async throws
  {
    let tester = try Self.tester()
    let script = """
      halyard run -s Features.json --isolated --preset new-cart.json --summary asked.json \
        -- python3 -m pytest test_cart.py && halyard assert 'New Cart' --asked asked.json
      """
    let run = try await Self.run(script, tester)
    #expect(run.isSuccess && run.output.contains("3 passed"), "\(run.output)")
    #expect(run.output.contains("New Cart: 3 evaluations, as expected"), "\(run.output)")
  }

  @Test(.onlyInFullRun, .timeLimit(.minutes(20)))
  func `the Swift example fails without the preset, and passes with the preset of its run`()
    async throws
  {
    let tester = try Self.tester()
    let checkout = tester.folder.path(of: "halyard")
    try FileManager.default.createSymbolicLink(atPath: checkout, withDestinationPath: Self.root)
    try tester.folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "cart",
        dependencies: [.package(path: "\(checkout)")],
        targets: [
          .testTarget(
            name: "CartTests",
            dependencies: [.product(name: "FeatureFlags", package: "halyard")]
          )
        ]
      )
      """,
      to: "Package.swift"
    )
    try tester.folder.write(
      try Self.text(Self.folder + "CartTests.swift"),
      to: "Tests/CartTests/CartTests.swift"
    )
    let test = "swift test --disable-xctest --disable-dependency-cache"
    let run = try await Self.run(
      """
      swift build --build-tests --disable-dependency-cache || exit 9
      \(test) --skip-build && exit 8
      halyard run -s Features.json --preset new-cart.json -- \(test) --skip-build
      """,
      tester
    )
    #expect(run.isSuccess, "\(run.output)")
  }
}

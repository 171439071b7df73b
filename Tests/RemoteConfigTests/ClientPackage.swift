import Foundation
import TestSupport

/// A package outside of this one, in a folder of its own, that depends on this one.
struct ClientPackage {
  /// How the client says which Halyard it means.
  enum Dependency: String, CaseIterable {
    /// By the folder of this checkout.
    case path
    /// By a version, as packages from elsewhere are.
    case version
  }

  /// What a run of a command gave.
  struct Outcome {
    let exitCode: Int32
    let output: String
  }

  /// The folder of this checkout.
  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private let folder = Result { try TemporaryFolder() }

  /// Writes the manifest of the client, with a target for each entry.
  ///
  /// The code of the client is on the main actor unless it says otherwise, as that of new apps is.
  ///
  /// - Parameters:
  ///   - dependency: How this package is depended on.
  ///   - targets: For each target, the products that it depends on.
  /// - Throws: What kept a file or a repository from being made.
  func writeManifest(dependency: Dependency, targets: [String: [String]]) throws {
    let entries = targets.sorted { $0.key < $1.key }.map { name, products in
      let list = products.map { ".product(name: \"\($0)\", package: \"halyard\")" }
      return ".target(name: \"\(name)\", dependencies: [\(list.joined(separator: ", "))], "
        + "swiftSettings: [.defaultIsolation(MainActor.self)])"
    }
    let origin = try dependency == .path ? linkedCheckout() : "file://\(taggedCopy())"
    let package =
      dependency == .path
      ? ".package(path: \"\(origin)\")" : ".package(url: \"\(origin)\", exact: \"1.0.0\")"
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "client",
        dependencies: [\(package)],
        targets: [\(entries.joined(separator: ", "))]
      )
      """
    try folder.get().write(manifest, to: "client/Package.swift")
  }

  /// Writes a source file of a target.
  func write(_ text: String, target: String) throws {
    try folder.get().write(text, to: "client/Sources/\(target)/\(target).swift")
  }

  /// Builds the client.
  func build() throws -> Outcome {
    try run(["swift", "build", "--disable-dependency-cache"], in: "client")
  }

  /// What this checkout's manifest comes to, in an environment of its own.
  func dumpedManifest(_ environment: [String: String] = [:]) throws -> Outcome {
    let scratch = try folder.get().path(of: "scratch")
    return try run(
      ["swift", "package", "--package-path", Self.checkout, "--scratch-path", scratch]
        + ["dump-package"],
      environment: environment
    )
  }

  /// The checkout under the name by which the client knows it.
  private func linkedCheckout() throws -> String {
    let path = try folder.get().path(of: "halyard")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: Self.checkout)
    return path
  }

  /// A repository with the manifest and sources of the checkout, at version 1.0.0.
  private func taggedCopy() throws -> String {
    let path = try folder.get().path(of: "halyard")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources", "Tests"] {
      let original = "\(Self.checkout)/\(name)"
      try FileManager.default.copyItem(atPath: original, toPath: "\(path)/\(name)")
    }
    let author = ["-c", "user.name=test", "-c", "user.email=test@example.test"]
    for arguments in [
      ["init", "--quiet"], ["add", "."], author + ["commit", "--quiet", "-m", "All"],
      ["tag", "1.0.0"],
    ] {
      let outcome = try run(["git"] + arguments, in: "halyard")
      guard outcome.exitCode == 0 else { throw Failure(output: outcome.output) }
    }
    return path
  }

  /// Why the repository could not be made.
  private struct Failure: Error {
    let output: String
  }

  private func run(
    _ words: [String],
    in name: String = ".",
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: try folder.get().path(of: name))
    let log = try folder.get().write("", to: "log")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = file
    process.standardError = words.contains("dump-package") ? FileHandle.nullDevice : file
    try process.run()
    process.waitUntilExit()
    return Outcome(exitCode: process.terminationStatus, output: try folder.get().read("log"))
  }
}

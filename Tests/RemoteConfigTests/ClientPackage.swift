import Foundation
import TestSupport

/// A Swift package in a temporary folder that depends on this package.
struct ClientPackage {
  /// The kind of the dependency in the manifest of the client.
  enum Dependency: String, CaseIterable {
    /// A dependency on the folder of this checkout.
    case path
    /// A dependency on a version, as for published packages.
    case version
  }

  /// The exit status and the output of a command.
  struct Outcome {
    let exitCode: Int32
    let output: String
  }

  /// The path of the repository that contains this test.
  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private let folder = Result { try TemporaryFolder() }

  /// Writes the manifest of the client, with the given targets.
  ///
  /// The code of the client is on the main actor by default, like the code of new apps.
  ///
  /// - Parameters:
  ///   - dependency: The kind of dependency on this package.
  ///   - targets: The products that each target depends on.
  /// - Throws: An error if a file or a repository cannot be created.
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

  /// Writes a manifest with the fragment of `docs/libraries.md`, in which the path is a folder that is not
  /// called halyard.
  ///
  /// - Parameter fragment: The dependencies and the targets, with the path `../halyard`.
  /// - Throws: An error if a file or a link cannot be created.
  func writeManifest(fragment: String) throws {
    let path = try folder.get().path(of: "checkout")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: Self.checkout)
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "app",
        \(fragment.replacingOccurrences(of: "../halyard", with: path))
      )
      """
    try folder.get().write(manifest, to: "client/Package.swift")
  }

  /// Resolves the dependencies of the client, and checks the products that its targets name.
  func resolve() throws -> Outcome {
    try run(["swift", "package", "--disable-dependency-cache", "show-dependencies"], in: "client")
  }

  /// Writes a source file of the given target.
  func write(_ text: String, target: String) throws {
    try folder.get().write(text, to: "client/Sources/\(target)/\(target).swift")
  }

  /// Runs `swift build` in the folder of the client.
  func build() throws -> Outcome {
    try run(["swift", "build", "--disable-dependency-cache"], in: "client")
  }

  /// Evaluates the manifest of this checkout with additional environment variables.
  func dumpedManifest(_ environment: [String: String] = [:]) throws -> Outcome {
    let scratch = try folder.get().path(of: "scratch")
    return try run(
      ["swift", "package", "--package-path", Self.checkout, "--scratch-path", scratch]
        + ["dump-package"],
      environment: environment
    )
  }

  /// Creates a symbolic link to the checkout with the name that the manifest of the client uses.
  private func linkedCheckout() throws -> String {
    let path = try folder.get().path(of: "halyard")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: Self.checkout)
    return path
  }

  /// Creates a repository with the manifest and sources of the checkout, tagged 1.0.0.
  private func taggedCopy() throws -> String {
    let path = try folder.get().path(of: "halyard")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources", "Tests", "Tools"] {
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

  /// The error of a failed git command.
  private struct Failure: Error {
    let output: String
  }

  private func run(
    _ arguments: [String],
    in name: String = ".",
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: try folder.get().path(of: name))
    let log = try folder.get().write("", to: "log")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = file
    process.standardError = arguments.contains("dump-package") ? FileHandle.nullDevice : file
    try process.run()
    process.waitUntilExit()
    return Outcome(exitCode: process.terminationStatus, output: try folder.get().read("log"))
  }
}

import Foundation
import TestSupport

/// Type-checks statements against the modules that were built with the tests.
struct TypeCheck {
  /// The modules that the statements import in addition to Foundation.
  let imports: [String]
  /// The language mode of the compiler: 5 or 6.
  let mode: Int
  let folder: TemporaryFolder

  /// An error or a warning of the compiler for a statement, such as `error: cannot find …`.
  struct Diagnostic: Hashable, CustomStringConvertible {
    let statement: String
    let isError: Bool
    let text: String

    var description: String { "\(statement): \(text)" }
  }

  /// Type-checks statements, two concurrently.
  ///
  /// - Returns: The errors and warnings, in the order of the statements.
  func diagnostics(of statements: [Statement]) async throws -> [Diagnostic] {
    var found: [[Diagnostic]] = Array(repeating: [], count: statements.count)
    try await withThrowingTaskGroup(of: (Int, [Diagnostic]).self) { group in
      for number in statements.indices {
        if number > 1, let (done, diagnostics) = try await group.next() {
          found[done] = diagnostics
        }
        group.addTask { (number, try await check(statements[number], number)) }
      }
      for try await (done, diagnostics) in group { found[done] = diagnostics }
    }
    return found.flatMap(\.self)
  }

  private func check(_ statement: Statement, _ number: Int) async throws -> [Diagnostic] {
    let lines =
      ["import Foundation", "import Dispatch", "import FoundationNetworking"]
      + imports.map { "import \($0)" } + [statement.source]
    let file = try folder.write(lines.joined(separator: "\n"), to: "statement\(number).swift")
    let output = try await Compiler.run(
      [
        "-typecheck", "-parse-as-library", "-swift-version", "\(mode)", "-module-name", "Client",
        "-I", Compiler.modules, file,
      ]
    )
    return output.split(separator: "\n").compactMap { line in
      for kind in ["error", "warning"] {
        guard let range = line.firstRange(of: ": \(kind): "), line.hasPrefix(file) else { continue }
        return Diagnostic(
          statement: statement.name,
          isError: kind == "error",
          text: "\(kind): \(line[range.upperBound...])"
        )
      }
      return nil
    }
  }
}

/// Runs the compiler of the toolchain with which the tests were built.
enum Compiler {
  /// The folder of the modules that were built with the tests.
  static var modules: String {
    URL(filePath: ProgramRun.path(of: "halyard")).deletingLastPathComponent()
      .appending(path: "Modules").path
  }

  /// Runs the compiler, or another tool of the toolchain, with the module maps of the project's C
  /// libraries.
  ///
  /// - Returns: The output of the tool, including standard error.
  @discardableResult
  static func run(tool: String = "swiftc", _ arguments: [String]) async throws -> String {
    try await onThread {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [tool] + arguments + moduleMaps.flatMap { ["-Xcc", $0] }
      // A file, because processes of concurrent tests inherit the ends of a pipe and keep it open.
      let folder = try TemporaryFolder()
      let output = try folder.write("", to: "output")
      let file = try FileHandle(forWritingTo: URL(filePath: output))
      process.standardOutput = file
      process.standardError = file
      try process.run()
      process.waitUntilExit()
      return try folder.read("output")
    }
  }

  private static let moduleMaps: [String] = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/C").standardizedFileURL
    // Drops the error: without the folder, the tests that need a module fail.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return names.sorted().flatMap { name in
      ["", "/include"].map { sources.appending(path: "\(name)\($0)/module.modulemap").path }
    }
    .filter { FileManager.default.fileExists(atPath: $0) }.map { "-fmodule-map-file=" + $0 }
  }()
}

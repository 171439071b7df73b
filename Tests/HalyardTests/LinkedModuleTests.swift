import Foundation
import TestSupport
import Testing

/// Tests which modules the program links.
struct LinkedModuleTests {
  @Test(arguments: [
    ("Optimizely", "OptimizelyEngine"), ("AscendExperiments", "AscendEngine"),
  ])
  func `the program links the engine of a flag service, but not the module for apps`(
    facade: String,
    engine: String
  ) throws {
    #expect(try Self.hasSymbols(of: engine))
    #expect(try !Self.hasSymbols(of: facade))
  }

  /// Whether the program has a symbol of the module; a mangled name starts with the length of the
  /// module's name.
  private static func hasSymbols(of module: String) throws -> Bool {
    let search = Process()
    search.executableURL = URL(filePath: "/usr/bin/env")
    let program = ProgramRun.path(of: "halyard")
    search.arguments = ["grep", "-qaF", "$s\(module.utf8.count)\(module)", program]
    try search.run()
    search.waitUntilExit()
    try #require(search.terminationStatus < 2, "the program cannot be searched")
    return search.terminationStatus == 0
  }
}

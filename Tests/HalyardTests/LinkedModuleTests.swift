import Foundation
import TestSupport
import Testing

/// Tests which modules a program contains, by the prefix of their mangled symbols.
struct LinkedModuleTests {
  @Test(arguments: ["Workbench", "HTTPServer", "Dashboard"])
  func `an app that imports FeatureFlags does not link the module, and the program does`(
    module: String
  ) throws {
    let prefix = Data("$s\(module.utf8.count)\(module)".utf8)
    func contains(_ program: String) throws -> Bool {
      let path = URL(filePath: ProgramRun.path(of: program))
      return try Data(contentsOf: path, options: .mappedIfSafe).range(of: prefix) != nil
    }
    #expect(try contains("halyard"))
    #expect(try !contains("shop"))
  }
}

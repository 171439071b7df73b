import Foundation
import TestSupport
import Testing

/// Tests which modules a program contains, by the prefix of their mangled symbols.
struct LinkedModuleTests {
  @Test(arguments: ["Workbench", "HTTPServer", "Dashboard"])
  func `a module of the tool is linked into halyard, but not into an app with FeatureFlags`(
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

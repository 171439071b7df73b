import RemoteConfigMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler runs to expand the macros.
///
/// It replaces `CompilerPlugin` of the swift-syntax package, which is not among the libraries of
/// Swift toolchains.
@main
struct Plugin: PluginProvider {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    try ExpandedMacros.type(named: typeName, in: moduleName)
  }
}

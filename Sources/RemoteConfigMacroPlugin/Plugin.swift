import RemoteConfigMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler runs to expand the macros.
///
/// It does what the `CompilerPlugin` of the swift-syntax package does, which toolchains do not
/// have among their own libraries.
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

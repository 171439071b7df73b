import RemoteConfigMacroExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler runs to expand the macros.
///
/// It does what the `CompilerPlugin` of the swift-syntax package does, which toolchains do not
/// have among their own libraries.
@main
struct Plugin: PluginProvider {
  /// The name of a type that has no macro here.
  struct UnknownMacro: Error, CustomStringConvertible {
    let name: String

    var description: String { "found the macro type \(name), wanted one of this plug-in's" }
  }

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = ExpandedMacros.types.first(where: { "\($0)" == typeName }) else {
      throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }
    return macro
  }
}

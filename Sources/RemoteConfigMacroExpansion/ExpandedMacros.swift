package import SwiftSyntaxMacros

/// The macros that this module expands.
package enum ExpandedMacros {
  private static var types: [any Macro.Type] {
    [
      StringRemoteValueMacro.self, BoolRemoteValueMacro.self, BaselineStringRemoteValueMacro.self,
      BaselineBoolRemoteValueMacro.self, RemoteValuesNamespaceMacro.self,
    ]
  }

  /// Finds a macro by the name that its declaration gives.
  ///
  /// - Parameters:
  ///   - name: The name of the type that expands it.
  ///   - module: The name of the module that the declaration asks for it.
  /// - Returns: The type.
  /// - Throws: `UnknownMacro`, if there is none of that name.
  package static func type(
    named name: String,
    in module: String
  ) throws(UnknownMacro) -> any Macro.Type {
    if let type = types.first(where: { "\($0)" == name }) { return type }
    throw UnknownMacro(name: "\(module).\(name)")
  }

  /// The name of a type that has no macro here.
  package struct UnknownMacro: Error, CustomStringConvertible {
    let name: String

    package var description: String { "found the macro type \(name), wanted one of this plug-in's" }
  }
}

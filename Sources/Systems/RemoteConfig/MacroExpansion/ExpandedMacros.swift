package import SwiftSyntaxMacros

/// Finds the types that implement the macros of the module.
package enum ExpandedMacros {
  private static var types: [any Macro.Type] {
    [
      StringRemoteValueMacro.self, BoolRemoteValueMacro.self, BaselineStringRemoteValueMacro.self,
      BaselineBoolRemoteValueMacro.self, RemoteValuesNamespaceMacro.self,
    ]
  }

  /// Returns the type that implements a macro.
  ///
  /// - Parameters:
  ///   - name: The name of the type in `#externalMacro`.
  ///   - module: The name of the module in `#externalMacro`.
  /// - Returns: The type, whose methods expand the macro.
  /// - Throws: ``UnknownMacro`` if no macro type has the name.
  package static func type(
    named name: String,
    in module: String
  ) throws(UnknownMacro) -> any Macro.Type {
    if let type = types.first(where: { "\($0)" == name }) { return type }
    throw UnknownMacro(name: "\(module).\(name)")
  }

  /// The error for a name that does not belong to a macro type.
  package struct UnknownMacro: Error, CustomStringConvertible {
    let name: String

    package var description: String { "found the macro type \(name), expected one of this plug-in" }
  }
}

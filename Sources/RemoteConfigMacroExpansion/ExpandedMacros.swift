package import SwiftSyntaxMacros

/// The macros that this module expands.
package enum ExpandedMacros {
  /// The types of the macros, by which declarations name them.
  package static var types: [any Macro.Type] {
    [
      StringRemoteValueMacro.self, BoolRemoteValueMacro.self, BaselineStringRemoteValueMacro.self,
      BaselineBoolRemoteValueMacro.self, RemoteValuesNamespaceMacro.self,
    ]
  }
}

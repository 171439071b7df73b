import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension RemoteValueMemberMacro {
  /// Creates the two stored properties of a baseline value and the initialiser that sets them,
  /// except members that the struct already declares.
  ///
  /// - Parameters:
  ///   - part: The name of the property other than `baseline`.
  ///   - type: The type of the property `part`.
  ///   - declaration: The struct with the macro.
  ///   - context: The context of the macro expansion.
  /// - Returns: The member declarations to add.
  static func baselineMembers(
    part: String,
    type: String,
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let access = declaration.accessPrefix(in: context)
    let declared = declaration.propertyNames
    var members: [DeclSyntax] = [("baseline", "Bool"), (part, type)]
      .filter { !declared.contains($0.0) }
      .map { "\(raw: access)let \(raw: $0.0): \(raw: $0.1)" }
    if !declaration.hasInitializer(["baseline", part]) {
      members.append(
        """
        \(raw: access)init(baseline: Bool, \(raw: part): \(raw: type)) {
          self.baseline = baseline
          self.\(raw: part) = \(raw: part)
        }
        """
      )
    }
    return members
  }
}

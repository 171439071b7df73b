import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds the conformances of a remote value to the declaration with the attribute.
///
/// A conforming macro only validates its declaration; all macros share the expansion.
protocol RemoteValueMacro: ExtensionMacro {
  /// Returns the reason why the macro does not support a declaration; `nil` if it does.
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse?

  /// Emits the diagnostic of a misuse, with a fix-it if another macro supports the declaration.
  static func diagnose(
    _ misuse: Misuse,
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  )
}

/// A ``RemoteValueMacro`` that adds members in addition to conformances.
protocol RemoteValueMemberMacro: RemoteValueMacro, MemberMacro {
  /// Returns the members to add to a valid declaration.
  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax]
}

extension RemoteValueMacro {
  static func diagnose(
    _ misuse: Misuse,
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    if let macro = misuse.replacement {
      context.diagnose(misuse, at: attribute, insteadUse: macro)
    } else {
      context.diagnose(misuse, at: attribute)
    }
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if let misuse = misuse(of: declaration, in: context) {
      // The compiler expands members and extensions separately: only one of the two may report the
      // misuse.
      if !(self is any RemoteValueMemberMacro.Type) {
        diagnose(misuse, of: declaration, by: node, in: context)
      }
      return []
    }
    return try conformances(of: type, to: protocols, for: declaration, by: node, in: context)
  }
}

extension RemoteValueMemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let misuse = misuse(of: declaration, in: context) {
      diagnose(misuse, of: declaration, by: node, in: context)
      return []
    }
    return members(of: declaration, by: node, in: context)
  }
}

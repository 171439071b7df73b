import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds the conformances of a remote value to the type that it is attached to.
///
/// A conforming macro only checks its declaration; the expansion is the same for all of them.
protocol RemoteValueMacro: ExtensionMacro {
  /// The reason why the macro cannot be attached to a declaration; `nil` if it can.
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse?

  /// Emits the diagnostic of a misuse, with a fix-it if there is one.
  static func diagnose(
    _ misuse: Misuse,
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  )
}

/// A ``RemoteValueMacro`` that also adds members.
protocol RemoteValueMemberMacro: RemoteValueMacro, MemberMacro {
  /// The members to add to a declaration without misuse.
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
      // The compiler expands members and extensions separately: one of the two reports the misuse.
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

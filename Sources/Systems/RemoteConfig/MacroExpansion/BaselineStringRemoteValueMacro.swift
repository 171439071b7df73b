import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements the macro `@BaselineStringRemoteValue`, which adds the members of a baseline value to
/// a struct, and an attribute to its enum `Variant`.
struct BaselineStringRemoteValueMacro: RemoteValueMemberMacro, MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variant = member.as(EnumDeclSyntax.self),
      variant.name.identifier?.name == "Variant", ValueMacro(on: variant) == nil
    else { return [] }
    return [ValueMacro.string.attribute]
  }

  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard declaration.is(StructDeclSyntax.self) else {
      return .wrongKind(macro: .baselineString, found: declaration.kindDescription)
    }
    guard let variant = declaration.enums.first(where: { $0.name.identifier?.name == "Variant" })
    else { return .noVariant(found: declaration.enums.map(\.name.text)) }
    guard let access = declaration.access(in: context), !variant.isVisible(to: access) else {
      return nil
    }
    return .hiddenVariant(access: access)
  }

  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    baselineMembers(part: "variant", type: "Variant", of: declaration, in: context)
  }
}

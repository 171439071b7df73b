import SwiftSyntax
import SwiftSyntaxMacros

/// Implements the macro `@RemoteValuesNamespace`, which adds the matching macro attribute to each
/// nested enum and struct.
struct RemoteValuesNamespaceMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let type = member.as(EnumDeclSyntax.self), ValueMacro(on: type) == nil {
      return [(type.hasTexts ? ValueMacro.string : .bool).attribute]
    }
    if let type = member.as(StructDeclSyntax.self), ValueMacro(on: type) == nil {
      return [(type.enums.isEmpty ? ValueMacro.baselineBool : .baselineString).attribute]
    }
    return []
  }
}

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a struct with variants the parts of a baseline value, and makes it and them conform.
struct BaselineStringRemoteValueMacro: MemberAttributeMacro, MemberMacro, ExtensionMacro {
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

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch variant(of: declaration, in: context) {
    case .failure(.noVariant(let found)) where found.isEmpty:
      context.diagnose(.noVariant(found: []), at: node, insteadUse: .baselineBool)
      return []
    case .failure(let misuse):
      context.diagnose(misuse, at: node)
      return []
    case .success:
      return baselineMembers(part: "variant", type: "Variant", of: declaration, in: context)
    }
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The members' expansion has told of a misuse already.
    guard case .success = variant(of: declaration, in: context) else { return [] }
    return try conformances(of: type, to: protocols, for: declaration, by: node, in: context)
  }

  private static func variant(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Result<EnumDeclSyntax, Misuse> {
    guard declaration.is(StructDeclSyntax.self) else {
      return .failure(.wrongKind(macro: .baselineString, found: declaration.kindInWords))
    }
    guard let variant = declaration.enums.first(where: { $0.name.identifier?.name == "Variant" })
    else { return .failure(.noVariant(found: declaration.enums.map(\.name.text))) }
    if let access = declaration.access(in: context), !variant.isVisible(to: access) {
      return .failure(.hiddenVariant(access: access))
    }
    return .success(variant)
  }
}

extension Misuse: Error {}

/// The two parts of a baseline value and the initialiser that sets them, but for those that are
/// declared.
func baselineMembers(
  part: String,
  type: String,
  of declaration: some DeclGroupSyntax,
  in context: some MacroExpansionContext
) -> [DeclSyntax] {
  let access = declaration.access(in: context).map { $0 + " " } ?? ""
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

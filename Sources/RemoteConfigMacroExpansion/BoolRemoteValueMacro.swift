import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives an enum the two cases of a bool value, and makes it conform.
struct BoolRemoteValueMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let misuse = misuse(of: declaration) {
      if case .textForBool = misuse {
        context.diagnose(misuse, at: node, insteadUse: .string)
      } else {
        context.diagnose(misuse, at: node)
      }
      return []
    }
    guard let argument = DefaultArgument(of: node, on: declaration, in: context) else { return [] }
    var members: [DeclSyntax] = names.filter { !declaration.caseNames.contains($0) }
      .map { "case \(raw: $0)" }
    if argument == .enabled {
      let access = declaration.access(in: context).map { $0 + " " } ?? ""
      members.append("\(raw: access)static let `default`: Self = .enabled")
    }
    return members
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The members' expansion has told of a misuse already.
    guard misuse(of: declaration) == nil else { return [] }
    return try conformances(of: type, to: protocols, for: declaration, by: node, in: context)
  }

  private static let names = ["enabled", "disabled"]

  private static func misuse(of declaration: some DeclGroupSyntax) -> Misuse? {
    guard declaration.is(EnumDeclSyntax.self) else {
      return .wrongKind(macro: .bool, found: declaration.kindInWords)
    }
    if declaration.hasTexts { return .textForBool }
    return declaration.caseNames.first { !names.contains($0) }.map(Misuse.extraCase)
  }
}

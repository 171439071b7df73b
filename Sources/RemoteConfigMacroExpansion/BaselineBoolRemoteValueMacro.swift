import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a struct the parts of a baseline value that is on or off, and makes it conform.
struct BaselineBoolRemoteValueMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let misuse = misuse(of: declaration) {
      if case .variantForBool = misuse {
        context.diagnose(misuse, at: node, insteadUse: .baselineString)
      } else {
        context.diagnose(misuse, at: node)
      }
      return []
    }
    guard let argument = DefaultArgument(of: node, on: declaration, in: context) else { return [] }
    var members = baselineMembers(part: "isEnabled", type: "Bool", of: declaration, in: context)
    if argument == .enabled {
      let access = declaration.access(in: context).map { $0 + " " } ?? ""
      members.append(
        "\(raw: access)static let `default` = Self(baseline: true, isEnabled: true)"
      )
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

  private static func misuse(of declaration: some DeclGroupSyntax) -> Misuse? {
    guard declaration.is(StructDeclSyntax.self) else {
      return .wrongKind(macro: .baselineBool, found: declaration.kindInWords)
    }
    return declaration.enums.isEmpty ? nil : .variantForBool
  }
}

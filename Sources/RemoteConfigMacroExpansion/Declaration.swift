import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The kind of the declaration in words, for messages.
  var kindInWords: String {
    switch kind {
    case .enumDecl: "an enum"
    case .structDecl: "a struct"
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .protocolDecl: "a protocol"
    default: "an extension"
    }
  }

  /// Whether the first type that is inherited, where a raw type stands, is `String`.
  var hasTexts: Bool {
    inheritanceClause?.inheritedTypes.first?.type.unqualifiedName == "String"
  }

  /// The enums directly inside.
  var enums: [EnumDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
  }

  /// The names of the cases, in order.
  var caseNames: [String] {
    memberBlock.members.flatMap { member in
      let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? []
      return elements.compactMap { $0.name.identifier?.name }
    }
  }

  /// The names of the properties, in order.
  var propertyNames: [String] {
    memberBlock.members.flatMap { member in
      let bindings = member.decl.as(VariableDeclSyntax.self)?.bindings ?? []
      return bindings.compactMap { binding in
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name
      }
    }
  }

  /// Whether there is an initialiser whose arguments have these labels.
  func hasInitializer(_ labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      let signature = member.decl.as(InitializerDeclSyntax.self)?.signature
      return signature?.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }

  /// The word that makes members as visible as the declaration, where they are not by themselves.
  func access(in context: some MacroExpansionContext) -> String? {
    if let own = modifiers.access { return Self.inherited(own) }
    // The members of `public extension` are public without saying so.
    let parent = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return parent?.modifiers.access.flatMap(Self.inherited)
  }

  private static func inherited(_ access: String) -> String? {
    ["public", "package"].contains(access) ? access : nil
  }
}

extension DeclModifierListSyntax {
  /// The word for who may use the declaration.
  fileprivate var access: String? {
    let words = ["open", "public", "package", "internal", "fileprivate", "private"]
    return map(\.name.text).first { words.contains($0) }
  }
}

extension DeclGroupSyntax where Self: WithModifiersSyntax {
  /// Whether a member of such visibility may have this type.
  func isVisible(to access: String) -> Bool {
    modifiers.access == "public" || modifiers.access == access
  }
}

extension DeclGroupSyntax {
  /// The private type, this one or one around it, that an extension at the end of the file cannot
  /// name.
  fileprivate func hiddenType(in context: some MacroExpansionContext) -> (any DeclGroupSyntax)? {
    let around = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let types: [any DeclGroupSyntax] = [self] + around
    // What is private at the top can be named in all of the file.
    return types.dropLast().first { $0.modifiers.access == "private" }
  }

  /// The declaration without its members, such as `struct Cart`.
  fileprivate var headline: String {
    let name = asProtocol((any NamedDeclSyntax).self)?.name.text
    return ([introducer.text] + (name.map { [$0] } ?? [])).joined(separator: " ")
  }
}

/// An extension that adds nothing but conformances; none if there are none to add, or if it could
/// not name the type, which is then told.
func conformances(
  of type: some TypeSyntaxProtocol,
  to protocols: [TypeSyntax],
  for declaration: some DeclGroupSyntax,
  by attribute: AttributeSyntax,
  in context: some MacroExpansionContext
) throws -> [ExtensionDeclSyntax] {
  guard !protocols.isEmpty else { return [] }
  if let hidden = declaration.hiddenType(in: context) {
    context.diagnose(.outOfReach(headline: hidden.headline), at: attribute)
    return []
  }
  let names = protocols.map(\.trimmedDescription).sorted().joined(separator: ", ")
  // Remote values are used by all threads, also those of a module whose code is on the main actor.
  return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): \(raw: names) {}")]
}

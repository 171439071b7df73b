import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The kind of the declaration, for messages.
  var kindDescription: String {
    switch kind {
    case .enumDecl: "an enum"
    case .structDecl: "a struct"
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .protocolDecl: "a protocol"
    default: "an extension"
    }
  }

  /// Whether the raw type, which is the first inherited type, is `String`.
  var hasTexts: Bool {
    inheritanceClause?.inheritedTypes.first?.type.unqualifiedName == "String"
  }

  /// The enums among the members.
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

  /// Whether the members include an initialiser with these argument labels.
  func hasInitializer(_ labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      let signature = member.decl.as(InitializerDeclSyntax.self)?.signature
      return signature?.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }

  /// The access modifier that members need to be as visible as the declaration; `nil` if they need
  /// none.
  func access(in context: some MacroExpansionContext) -> String? {
    if let own = modifiers.access { return Self.inherited(own) }
    // The members of a `public extension` are public without a modifier of their own.
    let parent = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return parent?.modifiers.access.flatMap(Self.inherited)
  }

  /// The access modifier for members, with a space; empty if they need none.
  func accessPrefix(in context: some MacroExpansionContext) -> String {
    access(in: context).map { $0 + " " } ?? ""
  }

  private static func inherited(_ access: String) -> String? {
    ["public", "package"].contains(access) ? access : nil
  }
}

extension DeclModifierListSyntax {
  /// The access modifier of the declaration; `nil` without one.
  fileprivate var access: String? {
    let modifiers = ["open", "public", "package", "internal", "fileprivate", "private"]
    return map(\.name.text).first { modifiers.contains($0) }
  }
}

extension DeclGroupSyntax where Self: WithModifiersSyntax {
  /// Whether a member with an access modifier may have this type.
  func isVisible(to access: String) -> Bool {
    modifiers.access == "public" || modifiers.access == access
  }
}

extension DeclGroupSyntax {
  /// The innermost private type, this one or an enclosing one, which an extension at the end of the
  /// file cannot name.
  fileprivate func hiddenType(in context: some MacroExpansionContext) -> (any DeclGroupSyntax)? {
    let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let types: [any DeclGroupSyntax] = [self] + enclosing
    // A private type at the top level can be named in the whole file.
    return types.dropLast().first { $0.modifiers.access == "private" }
  }

  /// The declaration without its members, such as `struct Cart`.
  fileprivate var headline: String {
    let name = asProtocol((any NamedDeclSyntax).self)?.name.text
    return ([introducer.text] + (name.map { [$0] } ?? [])).joined(separator: " ")
  }
}

/// An extension with the conformances.
///
/// - Returns: An empty list if there are no conformances to add, or if an extension cannot name the
///   type, which is reported.
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
  // Any thread uses remote values, so the conformances must not be isolated to the main actor in a
  // module whose code is on the main actor by default.
  return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): \(raw: names) {}")]
}

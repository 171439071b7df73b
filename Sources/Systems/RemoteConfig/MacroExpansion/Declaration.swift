import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The kind of the declaration, such as `an enum`, for error messages.
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

  /// Whether the raw type of the enum, which is its first inherited type, is `String`.
  var hasTexts: Bool {
    inheritanceClause?.inheritedTypes.first?.type.unqualifiedName == "String"
  }

  /// The enums that are declared as direct members.
  var enums: [EnumDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
  }

  /// The names of all enum cases, in the order of declaration.
  var caseNames: [String] {
    memberBlock.members.flatMap { member in
      let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? []
      return elements.compactMap { $0.name.identifier?.name }
    }
  }

  /// The names of all properties, in the order of declaration.
  var propertyNames: [String] {
    memberBlock.members.flatMap { member in
      let bindings = member.decl.as(VariableDeclSyntax.self)?.bindings ?? []
      return bindings.compactMap { binding in
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name
      }
    }
  }

  /// Whether a direct member is an initialiser with the given argument labels.
  func hasInitializer(_ labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      let signature = member.decl.as(InitializerDeclSyntax.self)?.signature
      return signature?.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }

  /// Returns the access modifier that makes members as accessible as the declaration; `nil` if the members
  /// need no modifier.
  func access(in context: some MacroExpansionContext) -> String? {
    if let own = modifiers.access { return Self.inherited(own) }
    // Members of a `public extension` are public without a modifier of their own.
    let parent = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return parent?.modifiers.access.flatMap(Self.inherited)
  }

  /// Returns the access modifier for members, followed by a space; empty if they need none.
  func accessPrefix(in context: some MacroExpansionContext) -> String {
    access(in: context).map { $0 + " " } ?? ""
  }

  private static func inherited(_ access: String) -> String? {
    ["public", "package"].contains(access) ? access : nil
  }
}

extension DeclModifierListSyntax {
  /// The access modifier in the list; `nil` if there is none.
  fileprivate var access: String? {
    let modifiers = ["open", "public", "package", "internal", "fileprivate", "private"]
    return map(\.name.text).first { modifiers.contains($0) }
  }
}

extension DeclGroupSyntax where Self: WithModifiersSyntax {
  /// Whether the declaration is accessible enough to be the type of a member with the modifier
  /// `access`; the compiler rejects a public member of an internal type.
  func isVisible(to access: String) -> Bool {
    modifiers.access == "public" || modifiers.access == access
  }
}

extension DeclGroupSyntax {
  /// Returns the innermost private type among the declaration and its enclosing types.
  ///
  /// The extension that a macro adds at the end of the file cannot name such a type.
  fileprivate func hiddenType(in context: some MacroExpansionContext) -> (any DeclGroupSyntax)? {
    let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let types: [any DeclGroupSyntax] = [self] + enclosing
    // The outermost type is excluded: a private type at the top level is visible in the whole file.
    return types.dropLast().first { $0.modifiers.access == "private" }
  }

  /// The kind and the name of the declaration, such as `struct Cart`.
  fileprivate var headline: String {
    let name = asProtocol((any NamedDeclSyntax).self)?.name.text
    return ([introducer.text] + (name.map { [$0] } ?? [])).joined(separator: " ")
  }
}

/// Creates the extension that adds conformances to a type.
///
/// - Returns: The extension. The array is empty if there are no conformances to add, or if an extension
///   cannot name the type, which is reported as an error.
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
  // Remote values are used on any thread. In a module whose code is on the main actor by default, the
  // conformances must not be isolated to the main actor.
  return [try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): \(raw: names) {}")]
}

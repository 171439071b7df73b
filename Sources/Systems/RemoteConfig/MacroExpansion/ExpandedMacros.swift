import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Finds the types that implement the macros of the module.
package enum ExpandedMacros {
  private static var types: [any Macro.Type] {
    [
      StringRemoteValueMacro.self, BoolRemoteValueMacro.self, BaselineStringRemoteValueMacro.self,
      BaselineBoolRemoteValueMacro.self, RemoteValuesNamespaceMacro.self,
    ]
  }

  /// Returns the type that implements a macro.
  ///
  /// - Parameters:
  ///   - name: The name of the type in `#externalMacro`.
  ///   - module: The name of the module in `#externalMacro`.
  /// - Returns: The type, whose methods expand the macro.
  /// - Throws: ``UnknownMacroError`` if no macro type has the name.
  package static func type(
    named name: String,
    in module: String
  ) throws(UnknownMacroError) -> any Macro.Type {
    if let type = types.first(where: { "\($0)" == name }) { return type }
    throw UnknownMacroError(name: "\(module).\(name)")
  }

  /// The error for a name that does not belong to a macro type.
  package struct UnknownMacroError: Error, CustomStringConvertible {
    let name: String

    package var description: String { "found the macro type \(name), expected one of this plug-in" }
  }
}

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

/// The macros that turn a single type into a remote value; the raw value is the name of the
/// attribute.
enum ValueMacro: String, CaseIterable {
  case string = "StringRemoteValue"
  case bool = "BoolRemoteValue"
  case baselineString = "BaselineStringRemoteValue"
  case baselineBool = "BaselineBoolRemoteValue"

  /// The kind of declaration that the macro supports, for error messages.
  var expected: String {
    switch self {
    case .string, .bool: "an enum"
    case .baselineString, .baselineBool: "a struct"
    }
  }

  /// The attribute with the name of the macro, such as `@BoolRemoteValue`.
  var attribute: AttributeSyntax { "@\(raw: rawValue)" }

  /// Finds the macro among the attributes of a declaration; the result is `nil` if there is none.
  init?(on declaration: some WithAttributesSyntax) {
    let names = declaration.attributes.compactMap { element -> String? in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute.attributeName.unqualifiedName
    }
    guard let macro = names.lazy.compactMap(ValueMacro.init(rawValue:)).first else { return nil }
    self = macro
  }
}

extension TypeSyntax {
  /// The name of the type without its module or enclosing type; `nil` for a type without a name,
  /// such as a tuple.
  var unqualifiedName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.identifier?.name }
    return self.as(MemberTypeSyntax.self)?.name.identifier?.name
  }
}

/// Implements the macro `@StringRemoteValue`, which adds the conformances of a string value to an
/// enum with raw values.
struct StringRemoteValueMacro: RemoteValueMacro {
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard let type = declaration.as(EnumDeclSyntax.self) else {
      return .wrongKind(macro: .string, found: declaration.kindDescription)
    }
    return type.hasTexts ? nil : .notText(name: type.name.text)
  }

  static func diagnose(
    _ misuse: Misuse,
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    guard let type = declaration.as(EnumDeclSyntax.self) else {
      return context.diagnose(misuse, at: attribute)
    }
    context.diagnose(
      misuse,
      at: type.name,
      remedy: "make it an enum of texts",
      change: insertionOfRawType(into: type)
    )
  }

  /// Returns the fix-it that adds the raw type `String` to an enum.
  private static func insertionOfRawType(into declaration: EnumDeclSyntax) -> FixIt.Change {
    let first = declaration.inheritanceClause?.inheritedTypes.first
    let position =
      first?.positionAfterSkippingLeadingTrivia ?? declaration.name.endPositionBeforeTrailingTrivia
    return .replaceText(
      range: position..<position,
      with: first == nil ? ": String" : "String, ",
      in: Syntax(declaration)
    )
  }
}

/// Implements the macro `@BoolRemoteValue`, which adds the two cases of a Boolean value to an enum.
struct BoolRemoteValueMacro: RemoteValueMemberMacro {
  private static let names = ["enabled", "disabled"]

  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard declaration.is(EnumDeclSyntax.self) else {
      return .wrongKind(macro: .bool, found: declaration.kindDescription)
    }
    if declaration.hasTexts { return .textForBool }
    return declaration.caseNames.first { !names.contains($0) }.map(Misuse.extraCase)
  }

  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let argument = DefaultArgument(of: attribute, on: declaration, in: context) else {
      return []
    }
    var members: [DeclSyntax] = names.filter { !declaration.caseNames.contains($0) }
      .map { "case \(raw: $0)" }
    if argument == .enabled {
      let access = declaration.accessPrefix(in: context)
      members.append("\(raw: access)static let `default`: Self = .enabled")
    }
    return members
  }
}

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

/// Implements the macro `@BaselineBoolRemoteValue`, which adds the members of a Boolean baseline
/// value to a struct.
struct BaselineBoolRemoteValueMacro: RemoteValueMemberMacro {
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard declaration.is(StructDeclSyntax.self) else {
      return .wrongKind(macro: .baselineBool, found: declaration.kindDescription)
    }
    return declaration.enums.isEmpty ? nil : .variantForBool
  }

  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let argument = DefaultArgument(of: attribute, on: declaration, in: context) else {
      return []
    }
    var members = baselineMembers(part: "isEnabled", type: "Bool", of: declaration, in: context)
    if argument == .enabled {
      let access = declaration.accessPrefix(in: context)
      members.append(
        "\(raw: access)static let `default` = Self(baseline: true, isEnabled: true)"
      )
    }
    return members
  }
}

extension RemoteValueMemberMacro {
  /// Creates the two stored properties of a baseline value and the initialiser that sets them,
  /// except members that the struct already declares.
  ///
  /// - Parameters:
  ///   - part: The name of the property other than `baseline`.
  ///   - type: The type of the property `part`.
  ///   - declaration: The struct with the macro.
  ///   - context: The context of the macro expansion.
  /// - Returns: The member declarations to add.
  static func baselineMembers(
    part: String,
    type: String,
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let access = declaration.accessPrefix(in: context)
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
}

/// The parsed argument `enabledByDefault` of a macro.
enum DefaultArgument {
  /// The default value is off, or is declared by the type itself.
  case unchanged
  case enabled

  /// Parses the argument of a macro attribute.
  ///
  /// The result is `nil` for an argument that is not a Boolean literal, which is reported as an
  /// error.
  init?(
    of attribute: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
    guard let argument = arguments?.first else {
      self = .unchanged
      return
    }
    guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
      let found = "'\(argument.expression.trimmedDescription)'"
      context.diagnose(.notLiteral(found: found), at: argument.expression)
      return nil
    }
    if declaration.propertyNames.contains("default") {
      context.diagnose(.ignoredArgument, at: argument)
      self = .unchanged
    } else {
      self = literal.literal.tokenKind == .keyword(.true) ? .enabled : .unchanged
    }
  }
}

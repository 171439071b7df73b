import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic for a macro that is attached to an unsupported declaration, or has an invalid or
/// useless argument.
enum Misuse: DiagnosticMessage {
  /// The macro is attached to an unsupported kind of declaration.
  case wrongKind(macro: ValueMacro, found: String)
  /// The enum of a string value has no raw type `String`.
  case notText(name: String)
  /// The enum of a Boolean value has the raw type `String`.
  case textForBool
  /// The enum of a Boolean value has a case other than `enabled` and `disabled`.
  case extraCase(String)
  /// The struct of a baseline string value has no enum `Variant`; `found` lists its other enums.
  case noVariant(found: [String])
  /// The enum `Variant` is less accessible than its public struct.
  case hiddenVariant(access: String)
  /// The type, or an enclosing type, is private inside another type, so that no extension can name
  /// it.
  case outOfReach(headline: String)
  /// The struct of a baseline Boolean value contains an enum of variants.
  case variantForBool
  /// The argument is neither the literal `true` nor the literal `false`.
  case notLiteral(found: String)
  /// The argument has no effect, because the type declares a default value.
  case ignoredArgument

  var message: String {
    switch self {
    case .wrongKind(let macro, let found):
      "@\(macro.rawValue) is for \(macro.expected), found \(found)"
    case .notText(let name):
      "@StringRemoteValue is for an enum of texts, expected 'enum \(name): String'"
    case .textForBool: "@BoolRemoteValue is for an enum without texts, found a raw type of String"
    case .extraCase(let name):
      "@BoolRemoteValue is for an enum of 'enabled' and 'disabled', found the case '\(name)'"
    case .noVariant(let found) where found.isEmpty:
      "@BaselineStringRemoteValue is for a struct with variants, expected 'enum Variant: String' in it"
    case .noVariant(let found):
      "@BaselineStringRemoteValue is for a struct with 'enum Variant: String' in it, found "
        + found.map { "'enum \($0)'" }.joined(separator: ", ")
    case .hiddenVariant(let access):
      "the variants of a value must be as visible as the value, expected '\(access) enum Variant'"
    case .outOfReach(let headline):
      "no macro can reach a private type inside another, expected 'fileprivate \(headline)'"
    case .variantForBool: "@BaselineBoolRemoteValue is for an empty struct, found an enum in it"
    case .notLiteral(let found): "'enabledByDefault' is \(found), expected true or false"
    case .ignoredArgument:
      "'enabledByDefault' changes nothing, because a 'default' is declared; remove one of them"
    }
  }

  /// The macro that supports the declaration, to be suggested instead; `nil` if no macro supports it.
  var replacement: ValueMacro? {
    switch self {
    case .textForBool: .string
    case .variantForBool: .baselineString
    case .noVariant(let found): found.isEmpty ? .baselineBool : nil
    case .wrongKind, .notText, .extraCase, .hiddenVariant, .outOfReach, .notLiteral,
      .ignoredArgument:
      nil
    }
  }

  var severity: DiagnosticSeverity {
    if case .ignoredArgument = self { .warning } else { .error }
  }

  var diagnosticID: MessageID {
    MessageID(domain: "RemoteConfigMacros", id: "\(self)".prefix { $0 != "(" }.description)
  }
}

/// The text of the fix-it for a misuse.
struct Remedy: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "RemoteConfigMacros", id: message) }
}

extension MacroExpansionContext {
  /// Emits the diagnostic of a misuse; `remedy` and `change` describe its fix-it, if any.
  func diagnose(
    _ misuse: Misuse,
    at node: some SyntaxProtocol,
    remedy: String = "",
    change: FixIt.Change? = nil
  ) {
    let fixIts = change.map { [FixIt(message: Remedy(message: remedy), changes: [$0])] } ?? []
    diagnose(Diagnostic(node: node, message: misuse, fixIts: fixIts))
  }

  /// Emits the diagnostic of a misuse, with a fix-it that replaces the attribute by a different
  /// macro.
  func diagnose(_ misuse: Misuse, at attribute: AttributeSyntax, insteadUse macro: ValueMacro) {
    let name = attribute.attributeName
    let range = name.positionAfterSkippingLeadingTrivia..<name.endPositionBeforeTrailingTrivia
    diagnose(
      misuse,
      at: attribute,
      remedy: "use @\(macro.rawValue)",
      change: .replaceText(range: range, with: macro.rawValue, in: Syntax(name))
    )
  }
}

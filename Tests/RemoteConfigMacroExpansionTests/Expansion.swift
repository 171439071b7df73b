import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import RemoteConfigMacroExpansion

/// Expands the macros in a source text without a compiler.
struct Expansion {
  /// The source text after the expansion.
  let text: String
  /// The diagnostics with line and column, and the text that a fix-it inserts.
  let findings: [String]

  /// The conformances of each macro, as in the declarations of the macros.
  private static let specifications: [String: MacroSpec] = [
    "StringRemoteValue": specification(
      StringRemoteValueMacro.self,
      ["CaseIterable", "Equatable", "StringInitializableRemoteValue"]
    ),
    "BoolRemoteValue": specification(
      BoolRemoteValueMacro.self,
      ["BoolEnumRemoteValue", "CaseIterable", "Equatable"]
    ),
    "BaselineStringRemoteValue": specification(
      BaselineStringRemoteValueMacro.self,
      ["BaselineVariantRemoteValue", "CaseIterable"]
    ),
    "BaselineBoolRemoteValue": specification(
      BaselineBoolRemoteValueMacro.self,
      ["BaselineFlagRemoteValue", "CaseIterable"]
    ),
    "RemoteValuesNamespace": specification(RemoteValuesNamespaceMacro.self, []),
  ]

  private static func specification(_ type: any Macro.Type, _ names: [String]) -> MacroSpec {
    MacroSpec(type: type, conformances: names.map { "\(raw: $0)" })
  }

  /// Creates an expansion context with the lexical context of the node, as the compiler provides
  /// it.
  private static func context(
    for node: Syntax,
    sharingWith shared: BasicMacroExpansionContext
  ) -> BasicMacroExpansionContext {
    let parents = sequence(first: node) { $0.parent }.dropFirst()
    return BasicMacroExpansionContext(
      sharingWith: shared,
      lexicalContext: parents.filter { $0.asProtocol((any DeclGroupSyntax).self) != nil }
    )
  }

  init(of source: String) {
    let file = Parser.parse(source: source)
    let shared = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")]
    )
    let expanded = file.expand(
      macroSpecs: Self.specifications,
      contextGenerator: { Self.context(for: $0, sharingWith: shared) },
      indentationWidth: .spaces(2)
    )
    // Removes trailing white space, which is left after an attribute at the end of a line.
    text = String(expanded.description.drop(while: \.isNewline))
    findings = shared.diagnostics.map { diagnostic in
      let location = shared.location(
        for: diagnostic.position,
        anchoredAt: diagnostic.node,
        fileName: "Test.swift"
      )
      let remedies = diagnostic.fixIts.flatMap(\.edits).map { " -> \($0.replacement)" }
      let severity = "\(diagnostic.diagMessage.severity)"
      return "\(location.line):\(location.column) \(severity): \(diagnostic.message)"
        + remedies.joined()
    }
  }
}

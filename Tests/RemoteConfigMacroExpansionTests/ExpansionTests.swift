import Testing

@testable import RemoteConfigMacroExpansion

/// Tests the members and conformances that each macro adds.
struct ExpansionTests {
  private func expect(
    _ source: String,
    becomes expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expansion = Expansion(of: source)
    #expect(expansion.text == expected, sourceLocation: sourceLocation)
    #expect(expansion.findings.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `a string value gets its conformances`() {
    expect(
      """
      @StringRemoteValue
      enum Paywall: String {
        case a, b
      }
      """,
      becomes: """
        enum Paywall: String {
          case a, b
        }

        nonisolated extension Paywall: CaseIterable, Equatable, StringInitializableRemoteValue {
        }
        """
    )
  }

  @Test func `the macro BoolRemoteValue adds two cases and the conformances of a Boolean value`() {
    expect(
      "@BoolRemoteValue enum Cart {}",
      becomes: """
        enum Cart {

          case enabled

          case disabled
        }

        nonisolated extension Cart: BoolEnumRemoteValue, CaseIterable, Equatable {
        }
        """
    )
  }

  @Test func `enabledByDefault adds a default with the access level of the type`() {
    expect(
      "@BoolRemoteValue(enabledByDefault: true) public enum Cart {}",
      becomes: """
        public enum Cart {

          case enabled

          case disabled

          public static let `default`: Self = .enabled
        }

        nonisolated extension Cart: BoolEnumRemoteValue, CaseIterable, Equatable {
        }
        """
    )
  }

  @Test(arguments: ["@BoolRemoteValue", "@BoolRemoteValue(enabledByDefault: false)"])
  func `the macro BoolRemoteValue does not add cases or a default that the enum declares`(
    attribute: String
  ) {
    let source = "enum Cart {\n  case disabled, enabled\n}"
    expect(
      "\(attribute) \(source)",
      becomes:
        "\(source)\n\nnonisolated extension Cart: BoolEnumRemoteValue, CaseIterable, Equatable {\n}"
    )
  }

  @Test func `the macro BaselineStringRemoteValue adds members, and an attribute to the variants`()
  {
    expect(
      """
      @BaselineStringRemoteValue
      public struct Layout {
        public enum Variant: String {
          case grid
        }
      }
      """,
      becomes: """
        public struct Layout {
          public enum Variant: String {
            case grid
          }

          public let baseline: Bool

          public let variant: Variant

          public init(baseline: Bool, variant: Variant) {
            self.baseline = baseline
            self.variant = variant
          }
        }

        nonisolated extension Layout.Variant: CaseIterable, Equatable, StringInitializableRemoteValue {
        }

        nonisolated extension Layout: BaselineVariantRemoteValue, CaseIterable {
        }
        """
    )
  }

  @Test func `the macro BaselineBoolRemoteValue adds the members of a baseline Boolean value`() {
    expect(
      "@BaselineBoolRemoteValue(enabledByDefault: true) package struct Search {}",
      becomes: """
        package struct Search {

          package let baseline: Bool

          package let isEnabled: Bool

          package init(baseline: Bool, isEnabled: Bool) {
            self.baseline = baseline
            self.isEnabled = isEnabled
          }

          package static let `default` = Self(baseline: true, isEnabled: true)
        }

        nonisolated extension Search: BaselineFlagRemoteValue, CaseIterable {
        }
        """
    )
  }

  @Test func `a macro does not add members that the type already declares`() {
    let members = """
      {
        let baseline: Bool
        let isEnabled: Bool
        init(baseline: Bool, isEnabled: Bool) {
          self.baseline = baseline
          self.isEnabled = false
        }
      }
      """
    expect(
      "@BaselineBoolRemoteValue struct Search \(members)",
      becomes:
        "struct Search \(members)\n\nnonisolated extension Search: BaselineFlagRemoteValue, CaseIterable {\n}"
    )
  }

  @Test func `the added members of a public extension are public`() {
    let expansion = Expansion(
      of: "public extension App { @BaselineBoolRemoteValue struct Search {} }"
    )
    #expect(expansion.text.contains("public let baseline: Bool"))
    #expect(expansion.text.contains("public init(baseline: Bool, isEnabled: Bool)"))
  }

  @Test(arguments: ["", "private ", "fileprivate ", "internal "])
  func `the added members of an internal or private type have no access modifier`(access: String) {
    let expansion = Expansion(of: "@BaselineBoolRemoteValue \(access)struct Search {}")
    #expect(expansion.text.contains("\n  let baseline: Bool"))
    #expect(expansion.text.contains("\n  init("))
  }

  @Test(arguments: [
    ("enum A: String { case a }", "StringRemoteValue"), ("enum A {}", "BoolRemoteValue"),
    ("enum A: Int { case enabled, disabled }", "BoolRemoteValue"),
    ("struct A { enum Variant: String { case a } }", "BaselineStringRemoteValue"),
    ("struct A {}", "BaselineBoolRemoteValue"),
  ])
  func `the macro RemoteValuesNamespace attaches the matching macro to each nested type`(
    source: String,
    expected: String
  ) {
    func text(_ attribute: String, around source: String) -> String {
      Expansion(of: "\(attribute)enum Space {\n  \(source)\n}").text
    }
    #expect(
      text("@RemoteValuesNamespace ", around: source)
        == text("", around: "@\(expected)\n  \(source)")
    )
  }

  @Test func `the macro RemoteValuesNamespace ignores types with a macro, and other declarations`()
  {
    let source = """
      enum Space {
        @BaselineBoolRemoteValue(enabledByDefault: true)
        struct A {}
        class B {}
        let c = 3
        func d() {}
      }
      """
    #expect(
      Expansion(of: "@RemoteValuesNamespace\n\(source)").text == Expansion(of: source).text
    )
  }

  @Test func `the plug-in finds its macros by name, and throws for an unknown name`() throws {
    for macro in ValueMacro.allCases {
      _ = try ExpandedMacros.type(named: "\(macro.rawValue)Macro", in: "M")
    }
    let error = #expect(throws: ExpandedMacros.UnknownMacroError.self) {
      try ExpandedMacros.type(named: "X", in: "M")
    }
    #expect(error?.description == "found the macro type M.X, expected one of this plug-in")
  }
}

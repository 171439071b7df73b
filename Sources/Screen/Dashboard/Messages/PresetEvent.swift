package import FeatureFlags
package import Workbench

/// The result of a request about the presets of the workspace.
public enum PresetEvent: Sendable {
  /// The workspace has the given presets, sorted by name; `selected` is the name of the preset that was
  /// saved just now.
  case listed([PresetEntry], selected: String? = nil)
  /// The preview of a preset, for the same `isReplacing` as the request.
  case previewed(PresetPreview)
  /// The preset of a file or a URL was read.
  case opened(OpenedPreset)
  /// The preset with the given name was applied.
  case applied(String)
}

/// A preset of the workspace, as the list of presets shows it.
public struct PresetEntry: Hashable, Sendable {
  /// The name of the preset.
  public var name: String
  /// The description of the preset; empty without one.
  public var description: String
  /// The number of its overrides; `nil` if its file cannot be read.
  public var overrideCount: Int?

  /// Creates an entry; without a number of overrides, the file of the preset cannot be read.
  public init(name: String, description: String = "", overrideCount: Int?) {
    self.name = name
    self.description = description
    self.overrideCount = overrideCount
  }
}

/// A preset that was read from a file or a URL.
public struct OpenedPreset: Hashable, Sendable {
  /// The path or the URL, as the user has typed it.
  package let location: String
  package let preset: Preset
  /// The remarks about fields of the file that are ignored.
  package let warnings: [UnknownField]

  /// Creates the result of reading a file or a URL.
  package init(location: String, preset: Preset, warnings: [UnknownField] = []) {
    self.location = location
    self.preset = preset
    self.warnings = warnings
  }
}

/// The changes that applying a preset would make, or the reason why it cannot be applied.
public struct PresetPreview: Hashable, Sendable {
  let name: String
  let isReplacing: Bool
  /// The lines of the preview.
  let rows: [Row]
  /// The number of features for each effect.
  let summary: String
  /// The reason why the preset cannot be applied; `nil` if it can.
  let problem: String?

  /// One line of the preview: the effect of the preset on one feature.
  struct Row: Hashable, Sendable {
    let kind: Kind
    /// The feature, and the users unless they are everyone.
    let name: String
    let text: String
  }

  /// The kind of an effect, which selects the symbol and the style of its line.
  enum Kind: Hashable, Sendable, CaseIterable {
    case set
    case reset
    case unknown
    case omitted
    case unchanged
  }

  /// Creates the preview of a plan: changes first, then omissions, then unchanged features.
  ///
  /// - Parameters:
  ///   - plan: The changes that applying the preset would make.
  ///   - name: The name of the preset.
  ///   - isReplacing: Whether the plan resets all other overrides.
  ///   - warnings: The remarks about fields of the file that are ignored.
  ///   - clock: The time zone of the user.
  package init(
    _ plan: PresetPlan,
    of name: String,
    isReplacing: Bool,
    warnings: [UnknownField] = [],
    _ clock: WallClock
  ) {
    self.name = name
    self.isReplacing = isReplacing
    let rows = plan.steps.map { step in
      Row(kind: Kind(step.outcome), name: step.key.text, text: step.change(clock))
    }
    let remarks = warnings.map { Row(kind: .unknown, name: "file", text: "\($0)") }
    self.rows = remarks + Kind.allCases.flatMap { kind in rows.filter { $0.kind == kind } }
    summary = plan.summary
    problem = nil
  }

  /// Creates the preview of a preset that cannot be read.
  package init(problem: String, of name: String, isReplacing: Bool) {
    self.name = name
    self.isReplacing = isReplacing
    self.problem = problem
    rows = []
    summary = ""
  }
}

extension PresetPreview.Kind {
  init(_ outcome: PresetPlan.Outcome) {
    self =
      switch outcome {
      case .set, .forced: .set
      case .reset: .reset
      case .storedWithoutFeature, .missingFeature: .unknown
      case .expired, .refused, .unforceable: .omitted
      case .unchanged: .unchanged
      }
  }

  /// The symbol of the line, which replaces the colour on screens without colours.
  var symbol: String {
    switch self {
    case .set: "◆"
    case .reset: "○"
    case .unknown: "?"
    case .omitted: "✗"
    case .unchanged: "≡"
    }
  }

  /// The style role of the symbol.
  var role: Role {
    switch self {
    case .set: .overridden
    case .reset: .information
    case .unknown: .warning
    case .omitted: .failure
    case .unchanged: .muted
    }
  }
}

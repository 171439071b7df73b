import Dashboard
import Documents
import FeatureFlags
import Files
import Text
import Usages

/// Compares the features of a configuration with the source code that uses them.
struct CodeCheck {
  private let features: [Feature]
  private let report: UsageReport
  /// The name of the configuration in messages.
  private let file: String
  /// The line number of each feature name in the configuration file; empty if the lines are unknown.
  private let lines: [String: Int]

  /// Searches the code.
  ///
  /// - Parameters:
  ///   - configuration: The features.
  ///   - source: The source of the configuration.
  ///   - folders: The folders with the code.
  ///   - patterns: The patterns of the settings in which names and aliases count.
  /// - Throws: `code` for a folder that cannot be read.
  init(
    _ configuration: Configuration,
    of source: any Source,
    in folders: [String],
    patterns: [CodePattern]
  ) throws(Failure) {
    features = configuration.features
    file = source.name
    let names = features.map(\.name.rawValue)
    let search = UsageSearch(
      names: names,
      folders: folders,
      calls: FlagSystems.calls,
      patterns: patterns
    )
    report = try mapError(search.run(), to: Failure.code)
    let path = (source as? FileSource)?.path
    // Drops the error: without the bytes, a finding has no line.
    let bytes = path.flatMap { try? FileSystem.readStored($0, limit: UsageSearch.sizeLimit) }
    lines = bytes.map { UsageSearch.lines(of: names, in: $0) } ?? [:]
  }

  /// The findings in the order of their locations; those about the configuration come first.
  var findings: [CheckFinding] {
    let usages = Dictionary(grouping: report.usages, by: \.feature)
    var inConfiguration: [CheckFinding] = []
    var inCode = report.unknownNames.map { ($0.location, finding(about: $0)) }
    for feature in features {
      let usages = usages[feature.name.rawValue] ?? []
      let uses = usages.filter { !$0.isDeclaration }
      if let unused = unused(feature, usages, uses) { inConfiguration.append(unused) }
      if feature.type == .deprecated {
        inCode += uses.map { use in
          (use.location, finding(.warning, feature, use, "is deprecated, and still used"))
        }
      } else if let result = feature.resultForAll {
        let text = "all users get \(result), so only one branch of this condition is used"
        inCode += uses.filter(\.isCondition).map { use in
          (use.location, finding(.note, feature, use, text))
        }
      }
    }
    return inConfiguration + inCode.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The text about the searched code, such as `Sources: 12 files of code, 5 of 6 features used`.
  var summary: String {
    let used = Set(report.usages.map(\.feature)).count
    return "\(Number.count(report.fileCount, "file")) of code, with the names of \(used) of "
      + Number.count(features.count, "feature")
  }

  /// Warns of the files that were not searched.
  func warn(_ console: Console) { report.warn(console) }

  private func unused(_ feature: Feature, _ usages: [Usage], _ uses: [Usage]) -> CheckFinding? {
    guard uses.isEmpty else { return nil }
    if let declaration = usages.first, let constant = declaration.kind.constant {
      return finding(.warning, feature, declaration, "no code uses its constant \(constant)")
    }
    let name = feature.name.rawValue
    return CheckFinding(
      file: file,
      line: lines[name],
      severity: .warning,
      feature: name,
      message: "no code uses the feature"
    )
  }

  private func finding(about unknown: UnknownName) -> CheckFinding {
    let nearest = NameSuggestions.nearest(to: unknown.name, among: features.map(\.name.rawValue))
    let hint = nearest.isEmpty ? "" : "; did you mean \"\(nearest.joined(separator: "\" or \""))\"?"
    return CheckFinding(
      file: unknown.location.path,
      line: unknown.location.line,
      column: unknown.location.column,
      severity: nearest.isEmpty ? .warning : .error,
      feature: unknown.name,
      message: "the configuration has no such feature\(hint)"
    )
  }

  private func finding(
    _ severity: Problem.Severity,
    _ feature: Feature,
    _ usage: Usage,
    _ message: String
  ) -> CheckFinding {
    CheckFinding(
      file: usage.location.path,
      line: usage.location.line,
      column: usage.location.column,
      severity: severity,
      feature: feature.name.rawValue,
      message: usage.by.map { "\(message) (found by \($0))" } ?? message
    )
  }
}

extension Feature {
  /// The variation that a test assigns to all users because of its biases; `nil` if there is none.
  fileprivate var resultForAll: String? {
    guard type.isTest, let index = definition.testBiases.firstIndex(of: .max),
      definition.testVariations.indices.contains(index)
    else { return nil }
    return "\"\(definition.testVariations[index].rawValue)\""
  }
}

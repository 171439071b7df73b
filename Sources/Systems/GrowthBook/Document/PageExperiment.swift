import Documents
import FeatureFlags
import Targeting

/// An experiment on pages, which browsers evaluate, and a server for SDKs with remote evaluation.
struct PageExperiment: Sendable {
  /// The users of the variations.
  let rule: GrowthBookRule
  /// The pages of the experiment: all if there is no pattern at all.
  let patterns: [(pattern: PagePattern, isIncluded: Bool)]?
  /// Whether no user takes part who is not forced to.
  let isInactive: Bool
  /// Whether the experiment has ended, so that only its forced variation is shown.
  let isStopped: Bool
  /// The variation of all users who take part; `nil` if their numbers decide.
  let forced: Int?
  /// The position among the experiments of the document.
  let index: Int

  /// Reads the experiment at a position.
  init(
    _ value: some DocumentValue,
    at index: Int,
    _ compiler: inout Compiler
  ) throws(DocumentError) {
    let fields = try value.fields()
    compiler.feature = try fields.text("key")
    (compiler.values, compiler.ruleCount) = (FeatureValues(), 0)
    rule = try GrowthBookRule(fields, isOfPage: true, &compiler)
    patterns = value.node["urlPatterns"]?.list?.map {
      node -> (pattern: PagePattern, isIncluded: Bool) in
      let pattern = PagePattern(type: node["type"]?.string, node["pattern"]?.string ?? "")
      return (pattern, node["include"]?.bool ?? true)
    }
    let status = value.node["status"]?.string
    isInactive = status == "draft" || value.node["active"]?.bool == false
    isStopped = status == "stopped"
    forced = value.node["force"]?.number.map { Int(exactly: $0) ?? -1 }
    self.index = index
  }

  /// Whether the experiment is one on the page.
  func includes(_ page: PageAddress) -> Bool {
    guard let patterns else { return true }
    let excluding = patterns.filter { !$0.isIncluded }
    let including = patterns.filter(\.isIncluded)
    guard !patterns.isEmpty, !excluding.contains(where: { $0.pattern.matches(page) }) else {
      return false
    }
    return including.isEmpty || including.contains { $0.pattern.matches(page) }
  }
}

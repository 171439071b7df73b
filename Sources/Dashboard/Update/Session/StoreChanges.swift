import FeatureFlags
import Frame

extension DashboardState {
  /// The maximum number of features of a change that have their own entries in the activity log: more
  /// entries would displace all others.
  private static let entryLimit = 50
  /// The number of feature names in the single entry of the activity log for a change of very many
  /// overrides.
  private static let summaryNameCount = 3

  /// Applies a change of the store that is no load of the session.
  mutating func apply(_ change: FlagChange) -> [Effect] {
    switch change.kind {
    case .overridden:
      apply(change, isLogged: true)
      return []
    case .loaded(let difference):
      guard let features = change.loaded,
        let loaded = content.configuration?.renewed(for: features.context)
      else { return [] }
      var source = LoadedSource(loaded, features, failures: loaded.failures, context)
      source.difference = difference
      return sort(source)
    }
  }

  /// Shows changed overrides; logs those by other programs and those that have expired.
  mutating func apply(_ change: FlagChange, isLogged: Bool) {
    guard case .overridden(let features) = change.kind else { return }
    if content.session.isSorting, isLogged { content.session.laterChanges.append(change) }
    changeContent(.changed) { $0.change(features + change.dependents) }
    transcript?.add(features)
    if let orphans = change.orphans { replaceOrphans(with: orphans) }
    guard isLogged else { return }
    switch change.cause {
    case .call: explainOverride(features)
    case .others: log(features, isExpired: false)
    case .expiry:
      log(features, isExpired: true)
      showExpiry(of: features)
    }
  }

  /// Explains the first override of a workspace, once, unless another notice is shown.
  private mutating func explainOverride(_ features: [Feature]) {
    guard content.session.explainsOverride, toast == nil, features.contains(where: \.isOverridden)
    else { return }
    content.session.explainsOverride = false
    guard tour.goal == nil else { return }
    let (undo, reset) = (keymap.text(of: .change(.undo)), keymap.text(of: .change(.reset)))
    let keys = "\(undo) undoes it, \(reset) resets it."
    inform("Only apps that you connect get your override; \(keys)")
  }

  /// Shows a notice that overrides have expired, with the new state if it is a single feature.
  private mutating func showExpiry(of features: [Feature]) {
    guard let first = features.first else { return }
    let name = first.name.rawValue.shortened(to: 40)
    let text =
      features.count == 1
      ? "The override of \(name) has expired: \(first.stateText) now."
      : "\(features.count) overrides have expired: \(name) and \(features.count - 1) more."
    show(Notice(text, kind: .information))
  }

  private mutating func log(_ features: [Feature], isExpired: Bool) {
    guard features.count <= Self.entryLimit else { return logSummary(of: features, isExpired) }
    for feature in features {
      let author = feature.override?.author.map { " by \($0)" } ?? ""
      let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? [])
        .map { ", " + $0 }.joined()
      let override = "override\(author) from another program\(values)"
      let details =
        isExpired
        ? feature.isOverridden ? "override expired, \(override)" : "override expired"
        : feature.isOverridden ? override : "override reset by another program"
      log(
        .other,
        "\(feature.name): \(feature.stateText)",
        details: details,
        author: feature.override?.author,
        features: [feature.name]
      )
    }
  }

  private mutating func logSummary(of features: [Feature], _ isExpired: Bool) {
    let event = isExpired ? "have expired" : "were changed by other programs"
    let names = features.prefix(Self.summaryNameCount).map { $0.name.rawValue.shortened(to: 40) }
    log(
      .other,
      "\(features.count) overrides \(event)",
      details: names.joined(separator: ", ") + " and \(features.count - names.count) more",
      features: features.map(\.name)
    )
  }
}

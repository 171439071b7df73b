import FeatureFlags
import Text

extension DashboardState {
  /// Applies a change of the feature store that no load of the session has caused.
  mutating func apply(_ change: StoreChange) -> [Effect] {
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
  mutating func apply(_ change: StoreChange, isLogged: Bool) {
    guard case .overridden(let features) = change.kind else { return }
    if content.session.isSorting, isLogged { content.session.laterChanges.append(change) }
    let former = isLogged && change.cause == .others ? formerOverrides(of: features) : [:]
    changeContent(.changed) { $0.change(features + change.dependents) }
    transcript?.add(features)
    if let orphans = change.orphans { replaceOrphans(with: orphans) }
    guard isLogged else { return }
    switch change.cause {
    case .call: explainOverride(features)
    case .others: logOthers(features, former)
    case .expiry:
      logExpiry(of: features)
      showExpiry(of: features)
    }
  }

  /// Explains the first override of a workspace, once, unless another notice is shown.
  private mutating func explainOverride(_ features: [Feature]) {
    guard content.session.explainsOverride, timedNotice == nil,
      features.contains(where: \.isOverridden)
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
    let name = first.name.text.shortened(to: 40)
    let text =
      features.count == 1
      ? "The override of \(name) has expired: \(first.stateText) now."
      : "\(features.count) overrides have expired: \(name) and \(features.count - 1) more."
    show(Notice(text, kind: .information))
  }

  private mutating func logExpiry(of features: [Feature]) {
    guard features.count == 1, let feature = features.first else {
      return logSummary(of: features, "\(features.count) overrides have expired")
    }
    let override = feature.isOverridden ? ", " + originText(of: feature) : ""
    log(feature, feature.stateText, details: "override expired" + override)
  }

  /// Logs a change by other programs: one entry for each author, because a change of very many features
  /// would displace all other entries.
  private mutating func logOthers(_ features: [Feature], _ former: [Feature.Name: Override]) {
    let authors = features.map { $0.override?.author }
    let first = Dictionary(zip(authors, authors.indices)) { first, _ in first }
    let groups = Dictionary(grouping: features) { $0.override?.author }
    for (author, features) in groups.sorted(by: { (first[$0.key] ?? 0) < (first[$1.key] ?? 0) }) {
      guard features.count == 1, let feature = features.first else {
        let count = Number.count(features.count, "override")
        let name = author ?? "other programs"
        logSummary(of: features, "\(count) were changed by \(name)", author: author)
        continue
      }
      let change = termsText(of: feature, since: former[feature.name]) ?? feature.stateText
      let isOverridden = feature.isOverridden
      log(
        feature,
        change,
        details: isOverridden ? originText(of: feature) : "override reset by another program"
      )
    }
  }

  /// The author and the values of an override of another program.
  private func originText(of feature: Feature) -> String {
    let author = feature.override?.author.map { " by \($0)" } ?? ""
    let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? [])
      .map { ", " + $0 }.joined()
    return "override\(author) from another program\(values)"
  }

  /// The new lifetime and the new note as text, if nothing else of the override has changed.
  private func termsText(of feature: Feature, since former: Override?) -> String? {
    guard var former, let override = feature.override else { return nil }
    var texts: [String] = []
    if former.lifetime != override.lifetime { texts.append(lifetimeText(of: override)) }
    if former.note != override.note {
      texts.append(ActivityEntry.text(ofNote: override.note ?? ""))
    }
    (former.lifetime, former.session) = (override.lifetime, override.session)
    (former.note, former.author, former.date) = (override.note, override.author, override.date)
    return former == override && !texts.isEmpty ? texts.joined(separator: ", ") : nil
  }

  private func lifetimeText(of override: Override) -> String {
    // The session of another program is not "this session".
    if override.lifetime == .session { return "override applies for a session" }
    let clock = context.wallClock
    return ActivityEntry.text(ofLifetime: override.lifetime, clock, now: clock.date(at: time))
  }

  private func formerOverrides(of features: [Feature]) -> [Feature.Name: Override] {
    guard let list = content.list else { return [:] }
    let former = features.compactMap { feature in
      list.position(of: feature.name).flatMap { list.features[$0].override }
        .map { (feature.name, $0) }
    }
    return Dictionary(former) { first, _ in first }
  }

  private mutating func log(_ feature: Feature, _ change: String, details: String) {
    log(
      .change(by: feature.override?.author),
      "\(feature.name): \(change)",
      details: details,
      author: feature.override?.author,
      features: [feature.name]
    )
  }

  private mutating func logSummary(of features: [Feature], _ text: String, author: String? = nil) {
    log(
      .change(by: author),
      text,
      details: ActivityEntry.details(statesOf: features),
      author: author,
      features: features.map(\.name)
    )
  }
}

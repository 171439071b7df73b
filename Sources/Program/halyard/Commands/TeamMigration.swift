import Dashboard
import FeatureFlags
import Files
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// Copies overrides from a workspace into the namespace of a team, or back.
///
/// Expired overrides, and overrides that end with a session, are not copied. If the target already has a
/// different override of a feature, that override remains, unless `--force` is given.
struct TeamMigration {
  let team: EtcdOverrideStorage
  let context: CommandContext
  let isDryRun: Bool
  let isJSON: Bool

  private var workspace: FileOverrideStorage { context.setup.workspace.overrideStorage }

  /// Copies the overrides of the workspace into the namespace of the team.
  ///
  /// - Throws: `store`; `negative` if the team has different overrides.
  func copy() async throws(Failure) {
    try await copy(
      from: workspace,
      to: team,
      place: "the team's namespace \(team.address.namespace)"
    )
  }

  /// Copies the overrides of the team into the workspace.
  ///
  /// - Throws: `store`; `negative` if the workspace has different overrides.
  func copyBack() async throws(Failure) {
    let place = "the workspace \(context.setup.workspace.name)"
    try await copy(from: team, to: workspace, place: place)
  }

  private func copy(
    from source: any OverrideStorage,
    to target: any OverrideStorage,
    place: String
  ) async throws(Failure) {
    let now = Date()
    let (found, present) = try await read(source, target)
    let copied = found.filter { !$0.value.isExpired(at: now) && $0.value.lifetime != .session }
    var changes: [OverrideKey: Override?] = [:]
    var different: [OverrideKey] = []
    for (key, override) in copied {
      let former = present[key].flatMap { $0.isExpired(at: now) ? nil : $0 }
      if former == nil || team.isForcing && former != override {
        changes.updateValue(override, forKey: key)
      } else if former?.text(shorten: \.self) != override.text(shorten: \.self) {
        different.append(key)
      }
    }
    context.setup.warnOfOverrides()
    if !isDryRun { try await commit(changes, to: target, at: now) }
    let contested = Set(team.takeConflicts().map(\.key))
    changes = changes.filter { !contested.contains($0.key) }
    different += contested
    if isJSON { report(changes, from: present, different) }
    let verb = isDryRun ? "would be copied" : "copied"
    let count = Number.count(changes.count, "override")
    let rest = found.count - changes.count - different.count
    let skipped = rest > 0 ? "; \(rest) not copied: the same, expired or for one session only" : ""
    if !isJSON { context.console.say("\(count) \(verb) to \(place)\(skipped)") }
    let others = contested.isEmpty ? present : try await read(source, target).present
    try refuse(different.sorted(), found, others, place)
    try context.reportConflicts()
  }

  private func report(
    _ changes: [OverrideKey: Override?],
    from present: [OverrideKey: Override],
    _ different: [OverrideKey]
  ) {
    var report = ChangeReport(context.setup.store)
    report.isDryRun = isDryRun
    report.changes = changes.sorted { $0.key < $1.key }.map {
      .init($0.key, from: present[$0.key], to: $0.value)
    }
    report.refusals = different.sorted().map { ($0, "the target has another override") }
    context.console.write(json: report.json)
  }

  private func read(
    _ source: any OverrideStorage,
    _ target: any OverrideStorage
  ) async throws(Failure) -> (found: [OverrideKey: Override], present: [OverrideKey: Override]) {
    let found = try await mapError(awaiting: await source.read(), to: Failure.notRead)
    let present = try await mapError(awaiting: await target.read(), to: Failure.notRead)
    return (found.overrides, present.overrides)
  }

  private func commit(
    _ changes: [OverrideKey: Override?],
    to target: any OverrideStorage,
    at now: Date
  ) async throws(Failure) {
    guard !changes.isEmpty else { return }
    let signature = OverrideOperation.Signature(
      date: now.inWholeSeconds,
      author: context.program.environment.author,
      program: context.program.name
    )
    // Without `--force`, only missing overrides are added.
    let bases = team.isForcing ? nil : changes.mapValues { _ in Override?.none }
    let operation = OverrideOperation(changes, signature, bases: bases)
    try await mapError(awaiting: await target.commit([operation], at: now), to: Failure.notSaved)
  }

  /// Prints an error for each override that is not copied because the target has a different override.
  private func refuse(
    _ keys: [OverrideKey],
    _ found: [OverrideKey: Override],
    _ present: [OverrideKey: Override],
    _ place: String
  ) throws(Failure) {
    for key in keys {
      let (one, other) = (found[key], present[key])
      Console.fail(
        "\(key) is not copied: found \(one?.text(shorten: \.self) ?? ""), but \(place) has "
          + "\(other?.text(shorten: \.self) ?? "a lock or a reset"); \(Option.force.flag) overwrites it"
      )
    }
    if !keys.isEmpty { throw .negative }
  }
}

import Dashboard
import Documents
import FeatureFlags
import Networking
import Text
import Workbench

import struct FoundationEssentials.Date

/// Performs the effects of the dashboard that read or change presets.
///
/// Every method can block on the disk, so that the event loop must not call it.
struct PresetEffectRunner {
  private let setup: Setup
  private let folder: PresetFolder

  init(_ setup: Setup) {
    self.setup = setup
    folder = PresetFolder(setup.workspace)
  }

  /// The result of an effect.
  struct Outcome {
    /// The message about the change; `nil` for an effect that only reads.
    var text: String?
    /// The changed features, one sentence each.
    var details: [String] = []
    /// The overrides of a preset that were not applied, one sentence each.
    var omissions: [String] = []
    /// The features whose overrides were changed.
    var features: [Feature.Name] = []
    var events: [Event] = []
  }

  /// The failure of an effect.
  enum Problem: Error, CustomStringConvertible {
    case preset(PresetError)
    case store(FlagStoreError)

    var description: String {
      switch self {
      case .preset(let error): "\(error)"
      case .store(let error): "\(error)"
      }
    }
  }

  /// Performs an effect.
  ///
  /// - Throws: The reason why nothing was changed, or why a change is not saved.
  func perform(_ effect: PresetEffect) async throws(Problem) -> Outcome {
    switch effect {
    case .list, .preview, .previewOpened: return Outcome(events: events(for: effect))
    case .apply(let name, let isReplacing):
      let preset = try mapError(folder.read(name).preset, to: Problem.preset)
      return try await apply(preset, named: name, isReplacing: isReplacing)
    case .open(let location): return Outcome(events: [await open(location)])
    case .applyOpened(let opened):
      return try await apply(opened.preset, named: opened.location, isReplacing: false)
    case .save(let name, let isReplacing):
      let note = setup.store.activeOverrides.sessionNote("saved").map { " \($0)." } ?? ""
      let preset = setup.store.preset(named: name, source: setup.source.name)
      try mapError(folder.save(preset, isReplacing: isReplacing), to: Problem.preset)
      let count = Number.count(preset.overrides.count, "override")
      return Outcome(text: "Preset \(name) is saved: \(count).\(note)", events: [listed(name)])
    case .delete(let name):
      try mapError(folder.delete(name), to: Problem.preset)
      return Outcome(text: "Preset \(name) is deleted.", events: [listed(nil)])
    }
  }

  /// The events for an effect that only reads; empty for all other effects.
  func events(for effect: PresetEffect) -> [Event] {
    switch effect {
    case .list: [listed(nil)]
    case .preview(let name, let isReplacing): [.presets(.previewed(preview(name, isReplacing)))]
    case .previewOpened(let opened):
      [
        .presets(
          .previewed(preview(opened.preset, opened.warnings, of: opened.location, false))
        )
      ]
    case .apply, .applyOpened, .open, .save, .delete: []
    }
  }

  private func listed(_ selected: String?) -> Event {
    let read: [PresetFolder.Entry]
    do throws(PresetError) {
      read = try folder.entries()
    } catch {
      return .notice(Notice("\(error)", kind: .failure))
    }
    let entries = read.map { entry in
      // Drops the error of a malformed preset: the preview of the preset shows the error.
      let preset = try? entry.reading.get().preset
      return PresetEntry(
        name: entry.name,
        description: preset?.description ?? "",
        overrideCount: preset?.overrides.count
      )
    }
    return .presets(.listed(entries, selected: selected))
  }

  private func preview(_ name: String, _ isReplacing: Bool) -> PresetPreview {
    do throws(PresetError) {
      let reading = try folder.read(name)
      return preview(reading.preset, reading.warnings, of: name, isReplacing)
    } catch {
      return PresetPreview(problem: "\(error)", of: name, isReplacing: isReplacing)
    }
  }

  private func preview(
    _ preset: Preset,
    _ warnings: [UnknownField],
    of name: String,
    _ isReplacing: Bool
  ) -> PresetPreview {
    PresetPreview(
      setup.store.plan(preset, isReplacing: isReplacing),
      of: name,
      isReplacing: isReplacing,
      warnings: warnings,
      .system(at: Date())
    )
  }

  /// Reads the preset of a file or a URL.
  ///
  /// The headers of the source are not sent: they can contain secrets that are meant for another server.
  private func open(_ location: String) async -> Event {
    do throws(Failure) {
      let reading =
        RemoteSource.isAddress(location)
        ? try await PresetFile.reading(of: RemoteSource(preset: location, setup.program))
        : try await PresetFile.reading(of: FileSource(path: path(location)))
      return .presets(
        .opened(
          OpenedPreset(location: location, preset: reading.preset, warnings: reading.warnings)
        )
      )
    } catch {
      let problem = error.message ?? "The preset cannot be read."
      return .presets(
        .previewed(PresetPreview(problem: problem, of: location, isReplacing: false))
      )
    }
  }

  /// The absolute path of a file; `~/` is the home folder.
  private func path(_ location: String) -> String {
    let environment = setup.program.environment
    guard location.hasPrefix("~/"), let home = environment["HOME"] else {
      return environment.absolute(location)
    }
    return home + location.dropFirst()
  }

  private func apply(
    _ preset: Preset,
    named name: String,
    isReplacing: Bool
  ) async throws(Problem) -> Outcome {
    let plan = setup.store.plan(preset, isReplacing: isReplacing)
    if !plan.changes.isEmpty {
      try await mapError(
        awaiting: await setup.store.update(.assign(plan.changes, preset: name)),
        to: Problem.store
      )
    }
    let clock = WallClock.system(at: Date())
    let omissions = plan.steps.filter(\.outcome.isOmission).map { $0.text(clock) }
    let note = plan.sessionNote(of: preset).map { " \($0)." } ?? ""
    return Outcome(
      text: "Preset \(name): \(plan.summary).\(note)",
      details: plan.steps.filter(\.outcome.isChange).map { $0.text(clock) },
      omissions: omissions,
      features: plan.changes.keys.map(\.feature),
      events: [.presets(.applied(name))]
    )
  }
}

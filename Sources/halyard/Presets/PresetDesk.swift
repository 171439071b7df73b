import Dashboard
import FeatureFlags
import Frame

/// Performs the requests of the dashboard about presets.
///
/// Every method can block on the disk, so that the event loop must not call it.
struct PresetDesk {
  private let setup: Setup
  private let folder: PresetFolder

  init(_ setup: Setup) {
    self.setup = setup
    folder = PresetFolder(setup.workspace)
  }

  /// The result of a request.
  struct Outcome {
    /// The message about the change; `nil` for a request that only reads.
    var text: String?
    /// The changed features, one sentence each.
    var details: [String] = []
    /// The parts of a preset that were not applied, one sentence each.
    var omissions: [String] = []
    var events: [Event] = []
  }

  /// The failure of a request.
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

  /// Performs a request.
  ///
  /// - Throws: The reason why nothing was changed, or why a change is not saved.
  func perform(_ effect: PresetEffect) async throws(Problem) -> Outcome {
    switch effect {
    case .list, .preview: return Outcome(events: events(for: effect))
    case .apply(let name, let isReplacing):
      return try await apply(name, isReplacing: isReplacing)
    case .save(let name, let isReplacing):
      let note = setup.store.activeOverrides.sessionNote("saved").map { " \($0)." } ?? ""
      let preset = setup.store.preset(named: name, source: setup.source.name)
      do throws(PresetError) {
        try folder.save(preset, isReplacing: isReplacing)
      } catch {
        throw .preset(error)
      }
      let count = Number.count(preset.overrides.count, "override")
      return Outcome(text: "Preset \(name) is saved: \(count).\(note)", events: [listed(name)])
    case .delete(let name):
      do throws(PresetError) { try folder.delete(name) } catch { throw .preset(error) }
      return Outcome(text: "Preset \(name) is deleted.", events: [listed(nil)])
    }
  }

  /// The events for a request that only reads; none for other requests.
  func events(for effect: PresetEffect) -> [Event] {
    switch effect {
    case .list: [listed(nil)]
    case .preview(let name, let isReplacing): [.presets(.previewed(preview(name, isReplacing)))]
    case .apply, .save, .delete: []
    }
  }

  private func listed(_ selected: String?) -> Event {
    let entries = folder.entries().map { entry in
      // Drop the error: the preview of the preset shows it.
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
      let plan = setup.store.plan(reading.preset, isReplacing: isReplacing)
      return PresetPreview(
        plan,
        of: name,
        isReplacing: isReplacing,
        warnings: reading.warnings
      )
    } catch {
      return PresetPreview(problem: "\(error)", of: name, isReplacing: isReplacing)
    }
  }

  private func apply(_ name: String, isReplacing: Bool) async throws(Problem) -> Outcome {
    let preset: Preset
    do throws(PresetError) { preset = try folder.read(name).preset } catch { throw .preset(error) }
    let plan = setup.store.plan(preset, isReplacing: isReplacing)
    if !plan.changes.isEmpty {
      do throws(FlagStoreError) {
        try await setup.store.update(.assign(plan.changes))
      } catch {
        throw .store(error)
      }
    }
    let omissions = plan.steps.filter(\.outcome.isOmission).map(\.text)
    let note = plan.sessionNote(of: preset).map { " \($0)." } ?? ""
    return Outcome(
      text: "Preset \(name): \(plan.summary).\(note)",
      details: plan.steps.filter(\.outcome.isChange).map(\.text),
      omissions: omissions,
      events: [.presets(.applied(name))]
    )
  }
}

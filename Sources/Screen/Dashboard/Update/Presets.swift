import FeatureFlags

extension DashboardState {
  /// Opens the list of presets, with the cursor on the preset with the given name.
  mutating func openPresets(selecting name: String? = nil) -> [Effect] {
    guard content.list != nil else { return [] }
    dialog = PresetsDialog(selecting: name, isReadOnly: readOnlyReason != nil)
    return [.presets(.list)]
  }

  /// Requests the preview of a preset again after a change of the features.
  mutating func renewedPreview() -> [Effect] {
    guard var presets = dialog as? PresetsDialog, presets.isOutdated else { return [] }
    let effects = presets.renewPreview()
    dialog = presets
    return effects
  }

  /// Applies the result of a request about presets to the list of presets or to the palette.
  mutating func receive(_ event: PresetEvent) -> [Effect] {
    if case .listed(let entries, _) = event {
      presets = entries
      showPresetsInPalette()
    }
    guard var presets = dialog as? PresetsDialog else { return [] }
    let effects = presets.receive(event)
    dialog = presets
    return effects
  }
}

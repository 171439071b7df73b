import FeatureFlags
import Workbench

/// What a dialog, a pane or an item of the palette asks the dashboard to do.
///
/// Each of them owns its state and its keys; what concerns another part of the screen is such a request.
indirect enum Request: Sendable {
  /// Nothing: the dialog stays open; the pane has done all.
  case stay
  /// The dialog closes.
  case close
  /// The effects are requested; a dialog stays open.
  case run([Effect])
  /// The dialog closes, and the effects are requested.
  case closeAndRun([Effect])
  /// The dialog opens, in place of an open one.
  case open(any Dialog)
  /// The dialog closes, and the action is performed.
  case perform(Action)
  /// The palette closes and remembers the item, whose request is applied.
  case chosen(PaletteItem)
  /// The notice is shown.
  case notice(Notice)

  // Going to a place; a dialog closes.

  /// The list selects the feature and gets the focus.
  case showFeature(Feature.Name)
  /// The list selects the first row of the section and gets the focus.
  case showSection(String)
  /// The list of presets opens with the cursor on the named preset.
  case showPreset(String)
  /// The activity log selects the entry of the load at the given time and gets the focus.
  case showLoad(Moment)
  /// The cursor of the list moves; the focus stays.
  case moveList(Action.Move)

  // Changing features.

  /// The dialog stays open, and the variable of the feature is edited.
  case edit(VariableRow, Feature.Name)
  /// The dialog closes, and the override of all marked features is set.
  case set(OverrideChoice)
  /// The dialog closes, and the override of the named features, which the user has confirmed, is set.
  case setAll(OverrideChoice, [Feature.Name])
  /// The overrides of the features are reset, after a confirmation if there are several.
  case reset([Feature.Name])
  /// The lifetime of the overrides is set; the dialog closes, unless the typed time is malformed.
  case lifetime(LifetimeRequest, [Feature.Name])
  /// The dialog closes, and the note of the overrides is set.
  case note(String, [Feature.Name])
  /// The dialog closes, and the conflicts wait until the user opens them again.
  case postpone([OverrideConflict])

  // Changing what the screen shows.

  /// The list applies the filter; the dialog stays open.
  case filter(FeatureFilter)
  /// The activity log applies the filter; the dialog stays open.
  case filterActivity(ActivityFilter)
  /// The dialog closes, and the list applies the order.
  case order(FeatureOrder)
  /// The theme is previewed; the dialog stays open.
  case preview(Theme)
  /// The dialog closes, and the theme is applied; `isChosen` also saves it.
  case theme(Theme, isChosen: Bool)
  /// The features are evaluated for the user from now on.
  case setUser(EvaluationContext)
  /// The change of the source with the index is dismissed; all changes without one.
  case dismissChange(Int?)
  /// A connectivity check starts.
  case checkConnectivity
}

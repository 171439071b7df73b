import FeatureFlags
import Workbench

/// A request of a dialog, a pane or an item of the palette to the dashboard.
///
/// Dialogs and panes own their state and handle their keys; a request concerns another part of the
/// screen.
indirect enum Request: Sendable {
  /// Nothing is requested: a dialog stays open, and a pane has handled the key or action completely.
  case stay
  /// The dialog closes.
  case close
  /// The effects are requested; a dialog stays open.
  case run([Effect])
  /// The dialog closes, and the effects are requested.
  case closeAndRun([Effect])
  /// The dialog opens, and replaces an open one.
  case open(any Dialog)
  /// The dialog closes, and the action is performed.
  case perform(Action)
  /// The palette closes and remembers the item, whose request is applied.
  case chosen(PaletteItem)
  /// The notice is shown.
  case notice(Notice)

  // Navigation; an open dialog closes.

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
  /// The dialog closes, and the override is set, after a confirmation if there are many features; the
  /// dialog stays open if the typed time is malformed.
  case override(OverrideDraft)
  /// The dialog closes, and the override is set; the user has confirmed this change.
  case setAll(OverrideDraft)
  /// The overrides of the features are reset, after a confirmation if there are several.
  case reset([Feature.Name])
  /// The result of the bisection is logged, and its overrides are restored; the dialog stays open.
  case finishBisection(RunningBisection, OverrideBisection.Outcome)
  /// The dialog closes, and the conflicts wait until the user opens them again.
  case postpone([OverrideConflict])

  // Changing what the screen shows.

  /// The list applies the filter; the dialog stays open.
  case filter(FeatureFilter)
  /// The activity log applies the filter; the dialog stays open.
  case filterActivity(ActivityFilter)
  /// The dialog closes, and the list applies the sort order.
  case order(FeatureOrder)
  /// The theme is previewed; the dialog stays open.
  case preview(Theme)
  /// The dialog closes, and the theme is applied; if `isChosen` is true, it is also saved as the default
  /// theme.
  case theme(Theme, isChosen: Bool)
  /// The features are evaluated for the user from now on.
  case setUser(EvaluationContext)
  /// The change of the source with the given index is dismissed; with `nil`, all changes are dismissed.
  case dismissChange(Int?)
  /// A connectivity check starts.
  case checkConnectivity
}

/// An optional column of the feature list; the raw value is its name in the settings.
public enum ListColumn: String, Sendable, CaseIterable {
  /// The state or the active variation.
  case state
  /// The feature type, if there is room for it.
  case type
  /// The requests of clients, if a server runs and there is room for them.
  case asked
  /// The sparkline of the requests of clients in the last ten minutes, if a server runs and there is
  /// room for it.
  case trend

  /// The columns that the list shows by default.
  public static let usual: Set<ListColumn> = [.state, .type, .asked]
}

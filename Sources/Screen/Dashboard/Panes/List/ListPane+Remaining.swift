extension ListPane {
  /// Whether the rows have a column with the remaining times of overrides.
  func hasRemaining(_ list: FeatureList?) -> Bool { (list?.expiringCount ?? 0) > 0 }
}

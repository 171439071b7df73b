extension Workspace {
  /// Reads the last known good configuration of a source; `nil` if the cache has none, or one that another
  /// URL or other credentials have selected.
  ///
  /// - Throws: The errors of ``lastGood()``.
  package func lastGood(for source: any Source) throws(WorkspaceError) -> LastGood? {
    let cached = try lastGood()
    return cached?.belongs(to: source) == true ? cached : nil
  }
}

extension LastGood {
  /// Whether the document is a fallback for a source.
  func belongs(to source: any Source) -> Bool {
    source.address == nil || source.address == self.source
  }
}

import Dashboard

extension Notice {
  /// Creates the notice that the terminal is used like one of another type, because the terminal
  /// database has no entry for its own type.
  init(fallback: String, for term: String) {
    let found = term.isEmpty ? "TERM is not set" : "TERM \"\(term)\" is unknown"
    self.init("\(found), so \(fallback) is used.", kind: .warning)
  }
}

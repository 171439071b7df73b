extension String {
  /// The largest number of characters of ``excerpt``, as Unicode scalars: one grapheme cluster can have
  /// any length.
  package static let excerptLimit = 300

  /// The beginning of a text that a server has chosen, for a message: a hostile server can send a very long
  /// error text or name, while real servers send shorter ones.
  package var excerpt: String {
    let start = unicodeScalars.prefix(Self.excerptLimit + 1)
    return start.count > Self.excerptLimit ? String(start.dropLast()) + "…" : self
  }
}

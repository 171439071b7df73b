/// Who made a change of overrides, and with which program.
package struct ActOrigin: Hashable, Sendable {
  /// The author, such as `ana@build-7`; `nil` if it is unknown or not worth a mention.
  package var author: String?
  /// The program, such as `halyard enable`; `nil` if it is unknown or not worth a mention.
  package var program: String?

  package init(author: String?, program: String?) {
    (self.author, self.program) = (author, program)
  }

  /// Leaves out what the user knows.
  ///
  /// - Parameter own: The origin of the changes by this dashboard.
  /// - Returns: Nothing for a change by this dashboard, the program for a change of the same author by
  ///   another program, and both for a change of another author.
  package func news(for own: ActOrigin) -> ActOrigin {
    guard author == own.author else { return self }
    return ActOrigin(author: nil, program: program == own.program ? nil : program)
  }
}

extension FlagDifference {
  /// The numbers of different features as text, such as `1 added, 1 removed, 2 changed`; `no
  /// changes` for an empty difference.
  package var text: String {
    let parts = groups.map { "\($0.names.count) \($0.word)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }

  /// The numbers of added, removed and changed features as short text, such as `+1 -1 ~2`.
  package var shortText: String {
    groups.map { "\($0.sign)\($0.names.count)" }.joined(separator: " ")
  }

  /// Returns the number of features of each kind of difference, with the names of the first ones,
  /// such as `1 added: Sale; 12 changed: New Cart, Layout, …`.
  ///
  /// - Parameter limit: The maximum number of names of each kind.
  /// - Returns: The kinds of differences, separated by semicolons, or `no changes`.
  package func details(limit: Int = 5) -> String {
    let parts = groups.map { group in
      let names = group.names.prefix(limit).map(\.rawValue)
      let rest = group.names.count > limit ? ["…"] : []
      return "\(group.names.count) \(group.word): \((names + rest).joined(separator: ", "))"
    }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// The names of the different features, with the sign and the label of each kind of difference;
  /// kinds without a feature are omitted.
  package var groups: [(sign: String, word: String, names: [Feature.Name])] {
    [("+", "added", added), ("-", "removed", removed), ("~", "changed", changed)]
      .filter { !$0.2.isEmpty }
  }
}

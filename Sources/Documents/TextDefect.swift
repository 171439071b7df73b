/// The reason why a string differs from that of the document.
package enum TextDefect: UInt8, Hashable, Sendable {
  /// Half of a surrogate pair was replaced by U+FFFD.
  case loneSurrogate
  /// A grapheme cluster had too many scalars, and was truncated.
  case longCluster
}

extension String {
  /// Truncates grapheme clusters of more scalars than `Limit.clusterScalars` allows.
  ///
  /// String comparison and hashing normalise a text, which takes time that is quadratic in the
  /// number of combining marks in a row. Rendering and search iterate over whole clusters as well.
  /// A bound on the cluster makes all of these linear in the length of the text. The U+FFFD behind
  /// a truncated cluster marks it, and separates it from the next cluster.
  ///
  /// - Returns: The text itself where no cluster is too long, which takes constant time for ASCII
  ///   and short texts, and linear time for others.
  package func truncatingClusters() -> (text: String, defect: TextDefect?) {
    let limit = Limit.clusterScalars.maximum
    guard utf8.count > limit, !utf8.allSatisfy({ $0 < 0x80 }) else { return (self, nil) }
    guard contains(where: { $0.unicodeScalars.count > limit }) else { return (self, nil) }
    var text = ""
    for character in self {
      let scalars = character.unicodeScalars
      if scalars.count > limit {
        text.unicodeScalars.append(contentsOf: scalars.prefix(limit))
        text.unicodeScalars.append("\u{FFFD}")
      } else {
        text.append(character)
      }
    }
    return (text, .longCluster)
  }
}

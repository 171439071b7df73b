/// The reason why a parsed string differs from the string in the document.
package enum TextDefect: UInt8, Hashable, Sendable {
  /// Half of a surrogate pair was replaced by U+FFFD.
  case loneSurrogate
  /// A grapheme cluster had too many scalars, and was truncated.
  case longCluster
}

extension String {
  /// Truncates each grapheme cluster that has more scalars than `InputLimit.clusterScalars` allows.
  ///
  /// String comparison and hashing normalise the text, which takes quadratic time in the number of
  /// consecutive combining marks. Rendering and search iterate over whole clusters. A bound on the
  /// size of a cluster makes all of these operations linear in the length of the text. U+FFFD is
  /// appended to a truncated cluster: it marks the truncation and separates the cluster from the
  /// next one.
  ///
  /// - Returns: The unchanged string if no cluster is too long. This check takes constant time for
  ///   short strings, and linear time for others.
  package func truncatingClusters() -> (text: String, defect: TextDefect?) {
    let limit = InputLimit.clusterScalars.maximum
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

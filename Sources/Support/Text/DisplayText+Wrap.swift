extension DisplayText {
  /// Wraps the text into lines of at most the given number of cells, between words if possible.
  ///
  /// - Returns: At least one line; one empty line for an empty text.
  package func wrapped(to columns: Int) -> [DisplayText] {
    guard columns > 0, width > columns else { return [self] }
    var lines: [DisplayText] = []
    var line: [Cluster] = []
    var used = 0
    var lastSpace: Int?
    for cluster in clusters {
      if used + cluster.width > columns {
        var rest: [Cluster] = []
        if cluster.content != .space, let space = lastSpace {
          rest = Array(line[(space + 1)...])
          line.removeSubrange(space...)
        }
        lines.append(DisplayText(clusters: line))
        line = rest
        used = rest.reduce(0) { $0 + $1.width }
        lastSpace = nil
        if cluster.content == .space { continue }
      }
      if cluster.content == .space {
        // Drops the space between two words at a line break.
        if line.isEmpty && !lines.isEmpty { continue }
        lastSpace = line.count
      }
      line.append(cluster)
      used += cluster.width
    }
    if !line.isEmpty { lines.append(DisplayText(clusters: line)) }
    return lines
  }

  /// Finds the clusters that match search words, ignoring case.
  ///
  /// - Parameter words: Case-folded search words, as ``FoldedText`` returns them; none is empty.
  /// - Returns: One Boolean per cluster: whether the cluster is part of a match.
  package func matches(of words: [[UInt8]]) -> [Bool] {
    var result = Array(repeating: false, count: clusters.count)
    var bytes: [UInt8] = []
    var owners: [Int] = []
    for (index, cluster) in clusters.enumerated() {
      let folded = FoldedText.bytes(of: cluster.text)
      bytes.append(contentsOf: folded)
      owners.append(contentsOf: repeatElement(index, count: folded.count))
    }
    for word in words where word.count <= bytes.count {
      for start in 0...(bytes.count - word.count)
      where bytes[start..<(start + word.count)].elementsEqual(word) {
        for owner in owners[start..<(start + word.count)] { result[owner] = true }
      }
    }
    return result
  }
}

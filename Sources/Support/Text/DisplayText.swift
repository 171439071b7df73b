/// Text that is safe to show in a terminal, as grapheme clusters with known widths in cells.
///
/// Text from a source is untrusted. Control characters become control pictures, line ends and tabs
/// become spaces, and zero-width and bidirectional control characters become U+FFFD. An emoji
/// sequence is shown by its first emoji.
///
/// ```swift
/// let text = DisplayText("wide 漢字\u{1B}")
/// print(text.width, text.truncated(to: 8).text)  // 10 wide 漢…
/// ```
public struct DisplayText: Hashable, Sendable {
  /// One grapheme cluster of the text and its width.
  package struct Cluster: Hashable, Sendable {
    /// The characters of the cluster, safe to send to a terminal.
    package var content: CellText
    /// The width in cells, 1 or 2.
    package var width: Int

    package init(_ scalar: Unicode.Scalar, width: Int) {
      self.init(CellText(scalar), width: width)
    }

    init(_ content: CellText, width: Int) {
      self.content = content
      self.width = width
    }

    /// The characters of the cluster as a string.
    package var text: String { content.string }
  }

  /// The maximum width of a line in cells, which bounds the cost of drawing a very long name.
  package static let lineLimit = 4000

  /// The grapheme clusters of the text, in order.
  package private(set) var clusters: [Cluster] = []
  /// The width of the text in cells.
  public private(set) var width = 0

  /// Replaces or drops all characters that are unsafe to send to a terminal.
  ///
  /// - Parameters:
  ///   - text: Text from an untrusted source.
  ///   - limit: The width in cells after which the rest of the text is dropped without processing.
  public init(_ text: String, limit: Int = .max) {
    clusters.reserveCapacity(min(text.utf8.count, min(limit, 256)))
    if appendSimple(text, limit) { return }
    (clusters, width) = ([], 0)
    for character in text {
      append(character)
      if width > limit { break }
    }
  }

  /// Appends text of which every scalar is a cluster of one cell, which is several times faster than
  /// grapheme breaking.
  ///
  /// - Returns: `false` at the first scalar of any other kind, which may combine with the scalar before
  ///   it.
  private mutating func appendSimple(_ text: String, _ limit: Int) -> Bool {
    for scalar in text.unicodeScalars {
      guard scalar.isSimple else { return false }
      clusters.append(Cluster(scalar, width: 1))
      width += 1
      if width > limit { break }
    }
    return true
  }

  package init(clusters: [Cluster]) {
    self.clusters = clusters
    width = clusters.reduce(0) { $0 + $1.width }
  }

  /// The text as a string that is safe to send to a terminal.
  public var text: String {
    String(decoding: clusters.lazy.flatMap(\.content.utf8), as: UTF8.self)
  }

  /// Truncates the text to the given number of cells, with `…` at the end of truncated text.
  public func truncated(to columns: Int) -> DisplayText {
    guard width > columns else { return self }
    guard columns > 0 else { return DisplayText(clusters: []) }
    var kept: [Cluster] = []
    var used = 0
    for cluster in clusters {
      guard used + cluster.width < columns else { break }
      kept.append(cluster)
      used += cluster.width
    }
    return DisplayText(clusters: kept + [Cluster("…", width: 1)])
  }

  /// Truncates the text to the given number of cells, with `…` in the middle of truncated text.
  package func truncatedInMiddle(to columns: Int) -> DisplayText {
    guard width > columns else { return self }
    let head = truncated(to: (columns + 1) / 2)
    var tail: [Cluster] = []
    var used = head.width
    for cluster in clusters.reversed() {
      guard used + cluster.width <= columns else { break }
      tail.append(cluster)
      used += cluster.width
    }
    return DisplayText(clusters: head.clusters + tail.reversed())
  }

  /// The text in exactly the given number of cells: truncated, or padded with spaces at the end.
  public func padded(to columns: Int) -> DisplayText {
    let cut = truncated(to: columns)
    let gap = Array(repeating: Cluster(" ", width: 1), count: max(columns - cut.width, 0))
    return DisplayText(clusters: cut.clusters + gap)
  }
}

extension DisplayText {
  private mutating func append(_ character: Character) {
    if let ascii = character.asciiValue, (0x20...0x7E).contains(ascii) {
      clusters.append(Cluster(Unicode.Scalar(ascii), width: 1))
      width += 1
      return
    }
    for cluster in Self.clusters(of: character) {
      clusters.append(cluster)
      width += cluster.width
    }
  }

  /// Splits a character into clusters that terminals draw with a known width.
  private static func clusters(of character: Character) -> [Cluster] {
    let scalars = Array(character.unicodeScalars)
    if scalars.count == 2, scalars.allSatisfy(\.isRegionalIndicator) {
      return [Cluster(CellText(String(character)), width: 2)]
    }
    if character.isNewline { return [Cluster(" ", width: 1)] }
    var result: [Cluster] = []
    var marks = 0
    for scalar in scalars {
      // Draws an emoji sequence, such as a family, as its first emoji.
      if scalar == "\u{200D}", scalars[0].properties.isEmoji { break }
      if !result.isEmpty {
        if scalar.isDroppedInsideCharacter { continue }
        if scalar.cellWidth == 0 {
          if marks < maximumMarks { result[result.count - 1].content.append(scalar) }
          marks += 1
          continue
        }
      }
      result.append(cluster(of: scalar))
      marks = 0
    }
    return result
  }

  /// The maximum number of combining marks in one cell; terminals disagree about how to draw more.
  private static let maximumMarks = 3

  /// Creates the cluster for one scalar; replaces a scalar that is unsafe to draw.
  private static func cluster(of scalar: Unicode.Scalar) -> Cluster {
    switch scalar.properties.generalCategory {
    case .control: return Cluster(scalar.picture, width: 1)
    case .format: return Cluster("\u{FFFD}", width: 1)
    case .lineSeparator, .paragraphSeparator: return Cluster(" ", width: 1)
    case .spaceSeparator:
      let width = scalar.cellWidth
      return Cluster(CellText(String(repeating: " ", count: width)), width: width)
    case .nonspacingMark where !scalar.isDroppedInsideCharacter,
      .enclosingMark where !scalar.isDroppedInsideCharacter:
      return Cluster(CellText("\u{25CC}" + String(scalar)), width: 1)
    default: break
    }
    let width = scalar.cellWidth
    guard scalar.isKnown, width > 0 else { return Cluster("\u{FFFD}", width: 1) }
    return Cluster(scalar, width: width)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is printable, one cell wide, and never combines with another simple scalar:
  /// ASCII, Latin letters, and the punctuation, arrows, lines and shapes of the dashboard.
  fileprivate var isSimple: Bool {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2015, 0x2018...0x2027, 0x2190...0x2193,
      0x2500...0x25FC:
      true
    case _: false
    }
  }

  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar only modifies the previous scalar and terminals disagree about the
  /// resulting width, such as a variation selector.
  fileprivate var isDroppedInsideCharacter: Bool {
    switch value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x1F3FB...0x1F3FF: true
    default: properties.generalCategory == .format || !isKnown
    }
  }

  /// The visible symbol for a control character, such as `␛` for Escape; tabs and line ends become
  /// a space.
  fileprivate var picture: Unicode.Scalar {
    switch value {
    case 0x09...0x0D: " "
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}

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

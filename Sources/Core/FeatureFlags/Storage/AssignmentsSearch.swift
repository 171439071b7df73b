import Documents
import Files

/// Finds a few assignments in a large `assignments.json` by binary search, without reading all of it.
///
/// The file has one assignment a line, sorted by name, as ``AssignmentsFile/write(_:)`` writes them. In
/// a file of a different form, assignments may not be found.
struct AssignmentsSearch: ~Copyable {
  private let file: RandomAccessFile
  /// The offset of the first assignment.
  private let start: Int

  /// The size of a file in bytes from which the search is faster than parsing: 1 MB.
  private static let smallestSize = 1_000_000
  /// The number of bytes that are read at once; longer lines are not found.
  private static let blockSize = 4_096
  private static let newline = UInt8(ascii: "\n")

  /// Finds the assignments of features in a file.
  ///
  /// - Returns: The assignments that were found; `nil` if the file is small, has a different form or
  ///   does not exist.
  static func assignments(
    of names: [Feature.Name],
    inFile path: String
  ) -> [Feature.Name: Double]? {
    guard let search = AssignmentsSearch(path) else { return nil }
    var assignments: [Feature.Name: Double] = [:]
    for name in names { assignments[name] = search.assignment(of: name) }
    return assignments
  }

  private init?(_ path: String) {
    guard let file = RandomAccessFile(path), file.size >= Self.smallestSize else { return nil }
    let head = file.read(at: 0, count: 256)
    let key = Array("\"assignments\": {\n".utf8)
    guard let start = head.indices.first(where: { head[$0...].starts(with: key) }) else {
      return nil
    }
    self.start = start + key.count
    self.file = file
  }

  private func assignment(of name: Feature.Name) -> Double? {
    var (low, high) = (start, file.size)
    while high - low > Self.blockSize {
      let middle = low + (high - low) / 2
      let block = file.read(at: middle, count: Self.blockSize)
      guard let end = block.firstIndex(of: Self.newline) else { return nil }
      let line = block[(end + 1)...].prefix { $0 != Self.newline }
      if let entry = Self.entry(line), entry.name <= name.rawValue {
        low = middle + end + 1
      } else {
        high = middle
      }
    }
    let lines = file.read(at: low, count: high - low + Self.blockSize).split(
      separator: Self.newline
    )
    return lines.lazy.compactMap(Self.entry).first { $0.name == name.rawValue }?.number
  }

  /// Parses one line of the file; `nil` unless it has a name without escapes and its assignment.
  private static func entry(_ line: ArraySlice<UInt8>) -> (name: String, number: Double)? {
    // Appends a line feed, because the cursor requires a delimiter after a number, and the last assignment
    // has no comma.
    JSONCursor.read(Array(line) + [newline]) { cursor in
      let entry = AssignmentsFile.entry(&cursor)
      _ = cursor.skip(UInt8(ascii: ","))
      return entry
    }
  }
}

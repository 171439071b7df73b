import Dashboard
import Documents
import FeatureFlags
import Files
import Glibc

/// The paths of the two files of a report: Markdown, and JSON beside it.
///
/// Replaces the file that the user has not named only if it is an older report.
struct ReportFiles {
  /// The path of the Markdown file.
  let markdown: String
  /// The path of the JSON file.
  let json: String
  /// Whether the user has named the JSON file, so that the Markdown file is the second one.
  private let isNamedByJSON: Bool

  /// Names the files after the time of the report.
  init(_ report: Report, in folder: String) {
    let local = report.wallClock.localTime(of: report.date)
    let time = local.clock.filter { $0 != ":" }
    self.init("\(folder)/halyard-report-\(local.date)-\(time).md")
  }

  /// Names both files after one of them: `FILE.json` and `FILE.md`.
  ///
  /// - Parameter path: The JSON file if the extension is `.json`, or else the Markdown file.
  init(_ path: String) {
    isNamedByJSON = path.hasSuffix(".json")
    let hasExtension = isNamedByJSON || path.hasSuffix(".md")
    let stem = hasExtension ? String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) : path
    markdown = isNamedByJSON ? stem + ".md" : path
    json = isNamedByJSON ? path : stem + ".json"
  }

  /// Writes both files, or only the named one if it is a pipe, a device or an open descriptor.
  ///
  /// - Returns: The paths of the written files.
  /// - Throws: `output`, if a file cannot be written, or if the file that the user has not named
  ///   exists and is not a report; no file is written then.
  @discardableResult
  func write(_ report: Report) throws(Failure) -> [String] {
    let texts = [
      (path: markdown, text: report.markdown),
      (path: json, text: report.json.text(isPretty: true) + "\n"),
    ]
    let named = isNamedByJSON ? texts[1] : texts[0]
    guard !FileSystem.isStream(named.path) else {
      try Self.write(named.text, to: named.path)
      return [named.path]
    }
    let second = isNamedByJSON ? markdown : json
    guard isReplaceable(second) else {
      throw .output(path: second, reason: "the file exists and is not a report of halyard")
    }
    for (path, text) in texts { try Self.write(text, to: path) }
    return texts.map(\.path)
  }

  /// Whether a file may be written: it is missing, or it is an older report.
  private func isReplaceable(_ path: String) -> Bool {
    guard access(path, F_OK) == 0 else { return true }
    // Drops the error: a file that cannot be read is not known to be a report.
    guard let bytes = try? FileSystem.read(path) else { return false }
    if isNamedByJSON { return bytes.starts(with: Array(Report.title.utf8)) }
    // Drops the error: a malformed document is not a report.
    let root = try? FieldReader(try JSONReader.read(bytes))
    let report = root?.value("report").flatMap { try? FieldReader($0) }
    return report?.value("program")?.string?.hasPrefix("halyard ") ?? false
  }

  private static func write(_ text: String, to path: String) throws(Failure) {
    try mapError(FileSystem.writeOutput(path, Array(text.utf8))) { (error: SystemError) in
      Failure.output(path: path, reason: error.reason)
    }
  }
}

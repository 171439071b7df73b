public import Dashboard
public import Frame
public import Testing

/// Expects the text of a frame to equal the expected screen.
public func expectScreen(
  _ frame: Frame,
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectScreen(frame.text, expected, sourceLocation: sourceLocation)
}

/// Expects the text of a screen to equal the expected screen, line by line.
///
/// Spaces at the end of a line are ignored. A failure shows the lines that differ. In record mode
/// (`HALYARD_RECORD=1`) a difference rewrites the literal in the test instead; see
/// ``ScreenRecorder``.
public func expectScreen(
  _ text: String,
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  guard found != lines else { return }
  if let recorder = ScreenRecorder.shared {
    do throws(ScreenRecorder.Failure) {
      return try recorder.record(
        text,
        replacing: expected,
        path: sourceLocation.filePath,
        line: sourceLocation.line
      )
    } catch {
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
    }
  }
  Issue.record(Comment(rawValue: difference(found, lines)), sourceLocation: sourceLocation)
}

/// Expects the screen of a dashboard at time zero, when no notice has expired, to equal the text.
public func expectScreen(
  _ state: DashboardState,
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectScreen(state.frame(now: .zero), expected, sourceLocation: sourceLocation)
}

/// Returns a line diff of two screens, with `-` for expected and `+` for found lines.
private func difference(_ found: [String], _ expected: [String]) -> String {
  var lines = ["The screen is not as expected (- expected, + found):"]
  for row in 0..<max(found.count, expected.count) {
    let old = row < expected.count ? expected[row] : nil
    let new = row < found.count ? found[row] : nil
    if let old, old == new {
      lines.append("  " + old)
    } else {
      if let old { lines.append("- " + old) }
      if let new { lines.append("+ " + new) }
    }
  }
  lines.append("The whole screen as found:")
  return (lines + found).joined(separator: "\n")
}

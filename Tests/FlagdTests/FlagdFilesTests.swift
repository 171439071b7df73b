import Documents
import FlagSystem
import Testing

@testable import Flagd

/// Tests several documents of flagd as one source.
struct FlagdFilesTests {
  private func merged(_ texts: String...) throws -> String {
    var document = MergedDocument()
    for (number, text) in texts.enumerated() {
      try FlagdFiles.add(to: &document, Array(text.utf8), of: "\(number).json")
    }
    return document.json.text()
  }

  @Test func `a flag of a later document replaces that of an earlier one, with its metadata`()
    throws
  {
    let text = try merged(
      #"{"flags": {"a": {"state": "ENABLED"}, "b": {"metadata": {"team": "own"}}}, "metadata": {"team": "shop"}}"#,
      "flags:\n  a:\n    state: DISABLED\n$evaluators:\n  gold: {\"==\": [1, 1]}\n"
    )
    #expect(
      text
        == #"{"flags":{"a":{"state":"DISABLED"},"b":{"metadata":{"team":"own"}}},"$evaluators":{"gold":{"==":[1,1]}}}"#
    )
  }

  @Test func `two shared rules of one name are an error`() throws {
    #expect(throws: (any Error).self) {
      try merged(
        #"{"flags": {}, "$evaluators": {"gold": {"==": [1, 1]}}}"#,
        #"{"flags": {}, "$evaluators": {"gold": {"==": [1, 2]}}}"#
      )
    }
  }
}

import Foundation
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the texts of `OptimizelyError`, which apps show and log.
struct ErrorTests {
  @Test(arguments: [
    (OptimizelyError.sdkNotReady, "Optimizely SDK not configured properly yet."),
    (.featureKeyInvalid("f"), "No flag was found for key \"f\"."),
    (.eventKeyInvalid("e"), "Event key (e) is not in datafile."),
    (.dataFileInvalid, "Provided datafile is in an invalid format."),
    (.dataFileVersionInvalid("5"), "Provided datafile version (5) is not supported."),
  ])
  func `the localized description of an error equals the text of the SDK`(
    error: OptimizelyError,
    text: String
  ) {
    #expect(error.localizedDescription == text)
    #expect((error as any LocalizedError).errorDescription == text)
    #expect("\(error)" == text)
  }

  @Test
  func `the pattern dataFileInvalid matches an error with details, and its text contains them`() {
    do {
      _ = try Datafile(bytes: Array("{}".utf8))
    } catch {
      let thrown = OptimizelyError.dataFileInvalid(error)
      if case .dataFileInvalid = thrown {} else { Issue.record("is not matched") }
      #expect(thrown.localizedDescription.contains(#""version""#))
      #expect(thrown != .dataFileInvalid)
    }
  }
}

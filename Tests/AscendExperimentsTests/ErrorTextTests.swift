import Foundation
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the localized descriptions of errors.
struct ErrorTextTests {
  @Test(
    arguments: [
      (
        AscendError.notInitialized, "Ascend is not initialized: call Ascend.initialize(with:) first"
      ),
      (.storageError("File not found"), "Storage error: File not found"),
      (.configurationError("no key"), "Configuration error: no key"),
      (.timeoutError, "Timeout error"),
    ]
  )
  func `the localized description of an error equals its description`(
    error: AscendError,
    text: String
  ) {
    let untyped: any Error = error
    #expect(untyped.localizedDescription == text)
    #expect(error.errorDescription == text)
  }

  @Test func `the localized description of a fetch error equals the text for completion handlers`()
  {
    let untyped: any Error = ExperimentsError.status(403)
    #expect(untyped.localizedDescription == "Permission denied")
  }
}

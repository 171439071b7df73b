import TestSupport
import Testing

@testable import FeatureFlags

/// Tests that the sources and locators of the library have no secret in their descriptions.
struct AddressTests {
  @Test func `the description of an overrides locator has no secret, however its URL is spelled`() {
    for text in SecretAddress.all + SecretAddress.accepted(at: "127.0.0.1:1") {
      let locator = OverrideLocator(text, token: nil)
      #expect(!locator.description.contains(SecretAddress.secret), "\(text)")
      #expect(locator.text == text)
    }
  }

  @Test(arguments: ["http:/u:pw@h/x", "HTTPS:u:pw@h", "https:h/overrides.json"])
  func `a URL with too few slashes is parsed as a server, not as a file`(text: String) {
    #expect(OverrideLocator(text, token: nil) == .server(OverrideServerAddress(url: text)))
    #expect(OverrideLocator("/" + text, token: nil) == .file("/" + text))
  }

  @Test func `the name and errors of a source have no secret, however its URL is spelled`() async {
    for text in SecretAddress.all {
      let source = FileSource(path: text)
      #expect(source.path == text)
      do throws(SourceError) {
        _ = try await source.read()
        Issue.record("\(text) is a file")
      } catch {
        #expect(!"\(source.name) \(error)".contains(SecretAddress.secret), "\(text)")
      }
    }
    for text in SecretAddress.all + SecretAddress.accepted(at: "127.0.0.1:1") {
      do throws(SourceError) {
        let source = try RemoteSource(url: text)
        let shown = "\(source.name) \(source.address ?? "")"
        #expect(!shown.contains(SecretAddress.secret), "\(text)")
      } catch {
        #expect(!"\(error)".contains(SecretAddress.secret), "\(text)")
      }
    }
  }
}

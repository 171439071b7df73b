import Foundation
import TestSupport
import Testing

/// Tests the DocC catalogues of the libraries.
struct CatalogueTests {
  /// The names of the targets that have a catalogue.
  static let targets: [String] = SourceCode.folders.filter { target, folder in
    let path = DocumentationSource.repository.appending(path: "\(folder)/\(target).docc").path
    return FileManager.default.fileExists(atPath: path)
  }
  .keys.sorted()

  @Test func `each library product has a DocC catalogue`() throws {
    let manifest = DocumentationSource.repository.appending(path: "Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let products = text.components(separatedBy: ".library(name: \"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
    #expect(products.contains("FeatureFlags"))
    #expect(Set(products).subtracting(Self.targets) == [])
  }

  @Test(arguments: targets)
  func `the main page of a DocC catalogue has a title, an abstract, an example and topics`(
    target: String
  ) throws {
    let folder = try #require(SourceCode.folders[target])
    let page = DocumentationSource.repository
      .appending(path: "\(folder)/\(target).docc/\(target).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let paragraphs = text.components(separatedBy: "\n\n")
    try #require(paragraphs.count > 4)
    #expect(paragraphs[0] == "# ``\(target)``")
    let abstract = paragraphs[1].replacing("\n", with: " ")
    #expect(abstract.hasSuffix(".") && !abstract.contains(". "), "expected one sentence")
    #expect(paragraphs[2] == "## Overview")
    #expect(text.contains("```swift\n"))
    #expect(text.contains("\n## Topics\n\n### "))
    #expect(text.contains("\n- ``"))
  }
}

import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

struct ConfigurationFormatTests {
  /// The format of a fictional service, whose documents begin with a fixed word.
  private static let words = ConfigurationFormat(
    name: "words",
    recognises: { $0.starts(with: Array("words ".utf8)) },
    parse: { bytes throws(ConfigurationError) in
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst()
      guard !words.isEmpty else {
        throw .document(
          .unexpected(line: 1, found: "no word", expected: "the names of features")
        )
      }
      return Configuration(
        features: words.map { Feature(name: Feature.Name(rawValue: String($0))) }
      )
    }
  )

  private func load(
    _ text: String,
    as format: ConfigurationFormat? = nil,
    fallback: String? = nil
  ) async throws -> [String] {
    var loader = ConfigurationLoader(source: InMemorySource(text: text))
    loader.formats = [Self.words, .features]
    loader.format = format
    loader.fallback = fallback.map { InMemorySource(text: $0) }
    return try await loader.load().configuration.features.map(\.name.rawValue)
  }

  @Test
  func `a document is parsed in the first format that recognises it, or else in the last format`()
    async throws
  {
    #expect(try await load("words a b") == ["a", "b"])
    #expect(try await load(#"[{"name":"c"}]"#) == ["c"])
    await #expect(throws: SourceError.self) { try await load("nothing") }
    #expect(try await load(#"[{"name":"c"}]"#, fallback: "words d") == ["c", "d"])
  }

  @Test func `a requested format is used even if the document looks like a different one`()
    async throws
  {
    #expect(try await load("? e", as: Self.words) == ["e"])
    #expect(try await load("? e", as: Self.words, fallback: #"[{"name":"f"}]"#) == ["e", "f"])
    await #expect(throws: SourceError.self) { try await load("words a", as: .features) }
    let error = await #expect(throws: SourceError.self) { try await load("words", as: Self.words) }
    #expect(error?.description.contains("found no word, expected the names of features") == true)
  }

  @Test func `the last known good configuration is parsed in the requested format`() async throws {
    let folder = try TemporaryFolder()
    for text in ["words a b", ""] {
      var loader = ConfigurationLoader(
        source: InMemorySource(text: text),
        cache: folder.workspace()
      )
      loader.formats = [Self.words, .features]
      let loaded = try await loader.load()
      #expect(loaded.configuration.features.map(\.name) == ["a", "b"])
      #expect(loaded.origin == (text.isEmpty ? .cache : .file))
    }
  }

  static let documents: [(text: String, isFeatures: Bool)] = [
    ("[]", true), (#"{"features":[]}"#, true), (#"{"features":3}"#, true), (#"{"a":1}"#, false),
    ("", false), ("words", false), ("<plist><array/></plist>", true),
    ("<plist><dict><key>a</key><array/></dict></plist>", false),
  ]

  @Test(arguments: documents)
  func `a document of features is recognised by its content`(text: String, isFeatures: Bool) {
    #expect(ConfigurationFormat.features.recognises(Array(text.utf8)) == isFeatures)
  }
}

import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

struct RoundTripTests {
  /// A feature that is compared byte by byte.
  ///
  /// The `==` of `Feature` is too lenient for these tests: it ignores the letter case of
  /// variations, and treats canonically equivalent strings as equal.
  private struct Exact: Equatable {
    let texts: [[UInt8]?]
    let type: FeatureType
    let states: [Bool?]
    let numbers: [Double?]

    init(_ feature: Feature) {
      let texts = [feature.name.rawValue, feature.section, feature.detailText]
      let variations: [String?] = feature.testVariations.map(\.rawValue)
      self.texts = (texts + variations + feature.labels).map { $0.map { Array($0.utf8) } }
      type = feature.type
      states = [feature.enabled, feature.isDevelopment, feature.unlocked]
      // The document also has an assignment for a feature that is no test, which has no effect.
      let assignment = feature.type.isTest ? feature.assignment : nil
      numbers = feature.testBiases.map(\.rawValue) + [assignment]
    }
  }

  /// Encodes 10,080 configurations in each format, in parts that run concurrently.
  @Test(arguments: 0..<4, [ConfigurationType.json, .plist])
  func `a configuration is unchanged by encoding and parsing`(
    part: Int,
    format: ConfigurationType
  ) throws {
    let kinds = GeneratedDocument.Kind.allCases
    var types: Set<FeatureType> = []
    for number in 0..<2520 {
      var generated = GeneratedDocument(seed: UInt64(part * 1_000_000 + number))
      let text = generated.document(startingWith: kinds[number % kinds.count]).text()
      let first = try Samples.configuration(text)
      let written = try first.encoded(as: format)
      let second = try Configuration(data: written)
      try #require(second.format == format)
      try #require(
        first.features.map(Exact.init) == second.features.map(Exact.init),
        "\(text)\n\(String(decoding: written, as: UTF8.self))"
      )
      types.formUnion(first.features.map(\.type))
    }
    #expect(types == Set(FeatureType.all + [.deprecated]).subtracting([.value]))
  }

  @Test func `Foundation's decoder and the parser return equal features`() throws {
    for number in 0..<500 {
      var generated = GeneratedDocument(seed: UInt64(number))
      let kind = GeneratedDocument.Kind.allCases[number % GeneratedDocument.Kind.allCases.count]
      let expected = try Samples.configuration(generated.document(startingWith: kind).text())
      let encoded = try JSONEncoder().encode(expected.features)
      let decoded = try JSONDecoder().decode([Feature].self, from: encoded)
      for (feature, expected) in zip(decoded, expected.features) {
        // The decoder chooses a random assignment for a test without one.
        let drawn = expected.assignment == nil && expected.type.isTest
        let compared = drawn ? expected.assigned(feature.testVariationAssignment) : expected
        #expect(Exact(feature) == Exact(compared))
      }
    }
  }

  @Test func `a binary property list is parsed like its XML form`() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    for number in 0..<200 {
      var generated = GeneratedDocument(seed: UInt64(number))
      let kind = GeneratedDocument.Kind.allCases[number % GeneratedDocument.Kind.allCases.count]
      let expected = try Samples.configuration(generated.document(startingWith: kind).text())
      let read = try Configuration(data: try encoder.encode(["features": expected.features]))
      #expect(read.format == .plist)
      #expect(read.features.map(Exact.init) == expected.features.map(Exact.init))
    }
  }
}

import FoundationEssentials
import LetterCase

/// What the server answers, with keys in snake case.
package struct ExperimentsAnswer: Decodable, Sendable {
  package struct Payload: Decodable, Sendable {
    package let experimentMap: [Item]?
  }

  package struct Problem: Decodable, Sendable {
    package let message: String?
  }

  /// An experiment with the variant of this user.
  package struct Item: Decodable, Sendable {
    package let experimentId: String?
    package let experimentKey: String?
    package let experimentName: String?
    package let status: String
    package let variant: Variant?
    package let variantName: String?
    package let assignedAt: Int?
  }

  package struct Variant: Decodable, Sendable {
    package let displayName: String?
    package let variantName: String?
    package let variables: [Variable]?
  }

  package struct Variable: Decodable, Sendable {
    package let value: String
    package let key: String
    package let dataType: String
  }

  package let data: Payload?
  package let error: Problem?

  /// Reads an answer.
  ///
  /// - Throws: `malformed` with the place, or `refused` if the server says so.
  package init(bytes: [UInt8]) throws(ExperimentsError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .letterCaseStrategy(for: .snake)
    do {
      self = try decoder.decode(Self.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw .malformed(Self.words(for: error))
    } catch {
      throw .malformed("\(error)")
    }
    if let error { throw .refused(message: error.message) }
  }

  /// The experiments as the app sees them; one without an id gets a new one.
  var experiments: [Experiment] {
    (data?.experimentMap ?? []).map(Experiment.init)
  }

  private static func words(for error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): words("found no \(key.stringValue)", context)
    case .typeMismatch(let type, let context): words("wanted \(type)", context)
    case .valueNotFound(let type, let context): words("found null, wanted \(type)", context)
    case .dataCorrupted(let context): words(context.debugDescription, context)
    @unknown default: "found something else than was agreed on"
    }
  }

  private static func words(_ problem: String, _ context: DecodingError.Context) -> String {
    let place = context.codingPath.map { key in
      key.intValue.map { "\($0)" } ?? key.stringValue
    }
    return place.isEmpty ? problem : "\(place.joined(separator: ".")): \(problem)"
  }
}

extension Experiment {
  fileprivate init(_ item: ExperimentsAnswer.Item) {
    let variables = item.variant?.variables ?? []
    self.init(
      experimentId: item.experimentId ?? UUID().uuidString,
      userIdentifierType: "user_id",
      status: item.status,
      variables: ExperimentVariable(named: variables.map { ($0.key, $0.value, $0.dataType) }),
      experimentKey: item.experimentKey ?? "",
      variantName: item.variantName ?? ""
    )
  }
}

package import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of the bulk responses of an OFREP server, as ``OFREPSource`` fetches them.
  ///
  /// A Boolean flag becomes a feature flag. Any other flag becomes a feature of type value, with a
  /// variable `value` unless the flag has no value. The name of the flag set in the metadata becomes the
  /// section. The error of a flag is reported as a problem.
  public static let ofrep = ConfigurationFormat(
    name: "ofrep",
    recognises: { bytes in OFREPBulkEvaluation.isLikely(bytes) },
    parse: { bytes throws(ConfigurationError) in
      Configuration(
        try mapError(OFREPBulkEvaluation(bytes: bytes), to: ConfigurationError.document)
      )
    }
  )
  .described(by: "a list \"flags\" with \"value\" or \"reason\"", .ofrep)
}

extension OFREPBulkEvaluation {
  /// Returns whether a document looks like a bulk response, and not like a list of flag definitions.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    // Drops the error: malformed JSON matches no format, and the parser of the selected format reports it.
    guard bytes.contains(text: "\"flags\""), let document = try? JSONReader.read(bytes),
      let flags = document["flags"]?.list, document["features"] == nil
    else { return false }
    let names = ["value", "reason", "variant", "errorCode"]
    return flags.isEmpty
      || flags.contains { flag in
        flag["state"] == nil && flag["variants"] == nil
          && names.count { flag[$0] != nil } >= (flag["key"] == nil ? 2 : 1)
      }
  }
}

extension Configuration {
  /// Creates a configuration with a feature for each entry of a response.
  init(_ evaluation: OFREPBulkEvaluation) {
    let failures = evaluation.entries.compactMap { entry in
      entry.error.map { error in
        Problem(
          severity: .error,
          line: nil,
          feature: entry.key,
          fact: .service("the server cannot evaluate it: \(error)")
        )
      }
    }
    self.init(
      features: evaluation.entries.map(Feature.init),
      problems: evaluation.problems + failures
    )
    evaluator = OFREPEvaluator(evaluation)
  }
}

extension Feature {
  fileprivate init(_ entry: OFREPEntry) {
    let name = Feature.Name(rawValue: entry.key)
    let description = entry.text("description")
    let section = entry.text("flagSetId")
    switch entry.value {
    case .boolean(let isOn)?:
      self.init(flag: name, description: description, section: section, isOn: isOn)
    case .integer?, .double?, .string?, .json?, nil:
      guard let outcome = entry.outcome else {
        self.init(value: name, description: description, section: section, variables: [])
        return
      }
      self.init(value: name, description: description, section: section, outcome: outcome)
    }
  }
}

extension OFREPEntry {
  /// Returns a string of the metadata; `nil` if it is empty, missing or not a string.
  fileprivate func text(_ name: String) -> String? {
    guard case .string(let text)? = metadata.first(where: { $0.name == name })?.value else {
      return nil
    }
    return text.isEmpty ? nil : text
  }
}

extension DocumentGrammar {
  /// The grammar of the bulk responses of an OFREP server.
  package static let ofrep = DocumentGrammar(
    readers: "OFREP providers",
    root: MemberTable(
      "metadata eventStreams",
      ["flags": .flags(MemberTable("key value reason variant metadata errorCode errorDetails"))]
    )
  )
}

import FeatureFlags
package import FlagSystem

extension FlagSystem {
  package static let ofrep = FlagSystem(
    name: "OFREP",
    page: "systems/ofrep.md",
    facts: Facts(
      source: "a bulk response",
      evaluation: "by the server, for one user",
      trace: "the reason and the metadata of the server",
      forcing: "for everyone, a key, an attribute",
      served: "OpenFeature",
      counts: "evaluations"
    ),
    formats: [
      FlagSystemFormat(name: "ofrep", meaning: "a bulk response of an OFREP server") { _ in .ofrep
      },
      FlagSystemFormat(
        name: "openfeature",
        meaning: "a manifest of OpenFeature, as `openfeature` reads and writes it"
      ) { _ in .manifest },
    ],
    sources: [
      // A session follows the event streams of the server in addition to polling.
      .server(
        "ofrep+https://HOST[/BASE]",
        "the flags of an OFREP server for `--user` and `--attributes`",
        format: "ofrep"
      ) { url, request throws(SourceNameError) in
        try mapError(
          OFREPSource(
            url: url,
            context: request.user,
            headers: request.headers,
            deadline: request.timeout,
            client: request.makeClient()
          ),
          to: SourceNameError.source
        )
      }
    ],
    sdks: SDKSignatures(
      calls: [
        "useBooleanFlagValue", "useStringFlagValue", "useNumberFlagValue", "useObjectFlagValue",
        "useBooleanFlagDetails", "getBooleanValue", "getBooleanDetails", "getStringValue",
        "getStringDetails", "getNumberValue", "getNumberDetails", "getIntegerValue",
        "getIntegerDetails", "getIntValue", "getIntDetails", "getFloatValue", "getFloatDetails",
        "getDoubleValue", "getDoubleDetails", "getObjectValue", "getObjectDetails", "booleanValue",
        "booleanValueDetails", "stringValue", "stringValueDetails", "intValueDetails",
        "floatValueDetails", "objectValueDetails", "fetchBooleanValue", "fetchBooleanDetails",
        "fetchStringValue", "fetchNumberValue", "fetchIntegerValue", "fetchFloatValue",
        "fetchObjectValue",
      ]
    ),
    document: DocumentKind("a bulk response of an OFREP server", in: .ofrep)
  )
}

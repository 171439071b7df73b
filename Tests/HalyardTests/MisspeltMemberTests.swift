import Documents
import FeatureFlags
import FlagSystem
import TestSupport
import Testing

@testable import halyard

/// Tests that `check` names misspelt members, which are generated from the tables of all formats.
struct MisspeltMemberTests {
  /// A document of each format that has member tables; it contains an object for each table.
  private static let documents = [
    "flagd": #"""
    {"$schema": "https://flagd.dev/schema/v0/flags.json", "metadata": {"flagSetId": "shop"}, "$evaluators": {},
     "flags": {"f": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
       "targeting": {}, "metadata": {}}}}
    """#,
    "launchdarkly": #"""
    {"flags": {"f": {"key": "f", "version": 1, "on": true, "salt": "s", "variations": ["a", "b"],
      "offVariation": 0, "prerequisites": [{"key": "g", "variation": 1}],
      "targets": [{"contextKind": "user", "values": ["ana"], "variation": 0}], "contextTargets": [],
      "rules": [{"id": "r", "clauses": [{"contextKind": "user", "attribute": "x", "op": "in", "values": [1],
        "negate": false}], "rollout": {"kind": "rollout", "contextKind": "user", "bucketBy": "key", "seed": 1,
        "variations": [{"variation": 0, "weight": 100000, "untracked": false}]}}],
      "fallthrough": {"variation": 1}, "migration": {"checkRatio": 1},
      "clientSideAvailability": {"usingEnvironmentId": true, "usingMobileKey": false}},
      "g": {"on": true, "variations": [1, 2], "fallthrough": {"variation": 1}}},
     "flagValues": {"v": 1},
     "segments": {"s": {"key": "s", "included": [], "excluded": [], "salt": "s", "version": 1,
      "includedContexts": [{"contextKind": "org", "values": []}],
      "excludedContexts": [{"contextKind": "org", "values": []}],
      "rules": [{"id": "r", "clauses": [], "weight": 1, "bucketBy": "key", "rolloutContextKind": "user"}]}}}
    """#,
    "unleash": #"""
    {"version": 2, "query": {}, "segments": [{"id": 1, "name": "s", "constraints": []}],
     "features": [{"name": "f", "type": "release", "enabled": true, "project": "default", "stale": false,
      "dependencies": [{"feature": "g", "enabled": true, "variants": []}],
      "strategies": [{"name": "default", "parameters": {}, "segments": [1], "variants": [], "constraints": [
        {"contextName": "x", "operator": "IN", "values": ["a"], "inverted": false}]}],
      "variants": [{"name": "v", "weight": 1, "weightType": "fix", "stickiness": "default",
        "payload": {"type": "string", "value": "x"}, "overrides": [{"contextName": "x", "values": []}]}]},
      {"name": "g", "enabled": true, "strategies": []}]}
    """#,
    "goff": #"""
    {"evaluationContextEnrichment": {},
     "flags": {"f": {"variations": {"a": 1, "b": 2}, "disable": false, "trackEvents": true, "version": "1",
      "metadata": {}, "bucketingKey": "team", "converter": "x",
      "targeting": [{"name": "r", "query": "x eq 1", "variation": "a", "percentage": {"a": 100}, "disable": false,
        "progressiveRollout": {"initial": {"variation": "a", "percentage": 0, "date": "2026-11-23T10:00:00Z"},
          "end": {"variation": "b", "percentage": 100, "date": "2026-11-24T10:00:00Z"}}}],
      "defaultRule": {"variation": "a"}, "experimentation": {"start": "2026-11-23T10:00:00Z"},
      "scheduledRollout": [{"date": "2026-11-23T10:00:00Z", "disable": false}]},
      "g": {"variations": {"a": 1}, "defaultRule": {"variation": "a"}}}}
    """#,
    "posthog": #"""
    {"group_type_mapping": {}, "cohorts": {}, "minimal_flag_called_events": false,
     "flags": [{"id": 1, "key": "f", "name": "n", "version": 1, "active": true, "deleted": false,
      "filters": {"payloads": {}, "early_exit": false, "multivariate": {"variants": [
        {"key": "v", "name": "n", "rollout_percentage": 100}]},
       "groups": [{"rollout_percentage": 100, "variant": "v", "properties": [
        {"key": "x", "value": 1, "operator": "exact", "type": "person"}]}]}},
      {"key": "g", "active": true, "filters": {"groups": []}}]}
    """#,
    "growthbook": #"""
    {"status": 200, "dateUpdated": "2026-11-23T10:00:00Z", "savedGroups": {}, "experiments": [{"key": "page"}],
     "contextualBandits": {"b": {"banditVersion": 1, "contexts": [{"leafId": 1, "condition": {}, "weights": [1]}]}},
     "features": {"f": {"defaultValue": 1, "rules": [
      {"id": "r", "condition": {"x": 1}, "force": 2, "coverage": 1, "hashAttribute": "id",
       "parentConditions": [{"id": "g", "condition": {}, "gate": true}]},
      {"key": "e", "variations": [1, 2], "weights": [0.5, 0.5], "filters": [{"seed": "s", "ranges": [[0, 1]],
       "attribute": "id", "hashVersion": 2}], "meta": [{"key": "0", "name": "n", "passthrough": false}]}]},
      "g": {"defaultValue": true}}}
    """#,
    "remote-config": #"""
    {"conditions": [{"name": "c", "expression": "true", "tagColor": "BLUE"}], "version": {"versionNumber": "1"},
     "parameters": {"p": {"defaultValue": {"value": "x"}, "conditionalValues": {"c": {"value": "y"}},
       "description": "d", "valueType": "STRING"},
      "q": {"defaultValue": {"rolloutValue": {"rolloutId": "r", "value": "x", "percent": 1}}},
      "r": {"defaultValue": {"personalizationValue": {"personalizationId": "p"}}},
      "s": {"defaultValue": {"experimentValue": {"experimentId": "e"}}}},
     "parameterGroups": {"g": {"description": "d", "parameters": {"t": {"defaultValue": {"value": "x"}}}}}}
    """#,
    "optimizely": #"""
    {"version": "4", "revision": "1", "projectId": "1", "accountId": "1", "anonymizeIP": false,
     "featureFlags": [{"id": "1", "key": "f", "rolloutId": "r", "experimentIds": ["e"],
       "variables": [{"id": "v", "key": "v", "type": "string", "subType": "", "defaultValue": "x"}]}],
     "rollouts": [{"id": "r", "experiments": []}], "groups": [{"id": "1", "policy": "random",
       "trafficAllocation": [], "experiments": []}],
     "experiments": [{"id": "e", "key": "e", "status": "Running", "layerId": "l", "audienceIds": ["a"],
       "audienceConditions": ["or", {"name": "x", "type": "custom_attribute", "match": "exact", "value": 1}],
       "forcedVariations": {}, "cmab": {"trafficAllocation": 1, "attributeIds": []},
       "trafficAllocation": [{"entityId": "v", "endOfRange": 10000}],
       "variations": [{"id": "v", "key": "on", "featureEnabled": true, "variables": [{"id": "v", "value": "y"}]}]}],
     "audiences": [{"id": "a", "name": "a", "conditions": []}], "typedAudiences": [],
     "attributes": [{"id": "1", "key": "x"}], "events": [{"id": "1", "key": "e", "experimentIds": []}],
     "integrations": [{"key": "odp", "host": "h", "publicKey": "k"}],
     "holdouts": [{"id": "h", "key": "h", "status": "Running", "audienceIds": [], "variations": [],
       "trafficAllocation": [], "includedFlags": [], "excludedFlags": []}]}
    """#,
    "ascend": #"""
    {"data": {"experiment_map": [{"experiment_id": "e", "experiment_key": "k", "experiment_name": "n",
      "status": "LIVE", "variant_name": "v", "assigned_at": 1, "variant": {"display_name": "d",
      "variant_name": "v", "variables": [{"key": "x", "value": "1", "data_type": "INT"}]}}]}}
    """#,
    "ofrep": #"""
    {"flags": [{"key": "f", "value": true, "reason": "STATIC", "variant": "on", "metadata": {}},
      {"key": "g", "errorCode": "GENERAL", "errorDetails": "x"}], "metadata": {}, "eventStreams": []}
    """#,
    "openfeature": #"""
    {"$schema": "flag-manifest.json",
     "flags": {"f": {"flagType": "boolean", "defaultValue": true, "description": "d"}}}
    """#,
  ]

  /// A member that is misspelt in a document.
  struct Misspelling {
    let format: String
    let member: String
    let misspelt: String
    let document: JSONValue
  }

  private static let formats = FileFormats.readers(SystemSettings())

  /// Returns a misspelling that is not itself a member name; the number selects the kind of mistake.
  private static func misspelling(of name: String, number: Int, in table: MemberTable) -> String {
    let letters = Array(name)
    let middle = letters.count / 2
    let candidates = (0..<5).map { offset in
      var word = letters
      switch (number + offset) % 5 {
      case 0 where word.count > 2: word.remove(at: middle)
      case 1: word.insert(word[middle], at: middle)
      case 2 where word.count > 1: word.swapAt(middle - 1, middle)
      case 3 where word.count > 2: word[middle] = "q"
      default: word.append("s")
      }
      return String(word)
    }
    return candidates.first { $0 != name && !table.names.contains($0) } ?? name + "x"
  }

  /// Returns the document with each member of its objects misspelt, one at a time: renamed if the object has
  /// it, or else added.
  private static func variants(
    of node: Node,
    as part: MemberTable.Part,
    number: inout Int,
    _ seen: inout Set<ObjectIdentifier>
  ) -> [(member: String, misspelt: String, value: JSONValue)] {
    var found: [(member: String, misspelt: String, value: JSONValue)] = []
    for (index, element) in (node.list ?? []).enumerated() {
      let own: MemberTable.Part =
        if case .flags(let table, _) = part { .objects(table) } else { part }
      for variant in variants(of: element, as: own, number: &number, &seen) {
        var values = node.list?.compactMap { JSONValue($0) } ?? []
        values[index] = variant.value
        found.append((variant.member, variant.misspelt, .list(values)))
      }
    }
    guard let members = node.members else { return found }
    let values = members.map { (key: $0.key, value: JSONValue($0.node) ?? .null) }
    var parts = members.map { _ in MemberTable.Part.value }
    switch part {
    case .value: return found
    case .map(let value): parts = parts.map { _ in value }
    case .flags(let table, _): parts = parts.map { _ in .objects(table) }
    case .objects(let table):
      parts = members.map { member in
        table.names.firstIndex(of: member.key).map { table.parts[$0] } ?? .value
      }
      guard seen.insert(ObjectIdentifier(table)).inserted else { break }
      for name in table.names {
        let misspelt = misspelling(of: name, number: number, in: table)
        number += 1
        let isThere = values.contains { $0.key == name }
        let renamed = values.map { (key: $0.key == name ? misspelt : $0.key, value: $0.value) }
        found.append((name, misspelt, .object(isThere ? renamed : values + [(misspelt, .null)])))
      }
    }
    for (index, part) in parts.enumerated() {
      for variant in variants(of: members[index].node, as: part, number: &number, &seen) {
        var changed = values
        changed[index].value = variant.value
        found.append((variant.member, variant.misspelt, .object(changed)))
      }
    }
    return found
  }

  private static let misspellings: [Misspelling] = formats.flatMap { format -> [Misspelling] in
    guard let grammar = format.grammar, let document = documents[format.name],
      // Returns no misspellings for a document that is not JSON; another test reports that.
      let node = try? JSONReader.read(Array(document.utf8), as: .json)
    else { return [] }
    var (number, seen) = (0, Set<ObjectIdentifier>())
    return variants(of: node, as: .objects(grammar.root), number: &number, &seen).map {
      Misspelling(format: format.name, member: $0.member, misspelt: $0.misspelt, document: $0.value)
    }
  }

  @Test func `each format except features has a table of member names and a test document`() throws
  {
    for format in Self.formats where format.name != ConfigurationFormat.features.name {
      let grammar = try #require(format.grammar, "\(format.name)")
      #expect(grammar.root.names.count <= 64)
      let text = try #require(Self.documents[format.name])
      #expect(format.recognises(Array(text.utf8)), "\(format.name)")
      #expect(try grammar.read(Array(text.utf8)).findings.isEmpty, "\(format.name)")
    }
    #expect(Self.misspellings.count >= 200)
  }

  @Test func `check names the misspelt member in each of 200 documents of different formats`()
    throws
  {
    let tester = try Tester()
    for (index, misspelling) in Self.misspellings.enumerated() {
      try tester.folder.write(misspelling.document.text(), to: "\(index).json")
      let findings = Self.findings(Array(misspelling.document.text().utf8))
      let isNamed = findings.contains { $0.contains("\"\(misspelling.misspelt)\"") }
      #expect(
        isNamed,
        "\(misspelling.format) \(misspelling.member): \(misspelling.misspelt): \(findings)"
      )
    }
    for index in stride(from: 0, to: Self.misspellings.count, by: 20) {
      let run = try tester.halyard("check", "\(index).json")
      let word = "\"\(Self.misspellings[index].misspelt)\""
      #expect((run.output + run.errors).contains(word), "\(run.output) \(run.errors)")
    }
  }

  /// The messages of `check` for a document.
  private static func findings(_ bytes: [UInt8]) -> [String] {
    do throws(ConfigurationError) {
      let configuration = try FileFormats.parse(bytes, SourceOptions())
      return configuration.problems.map { "\($0.fact)" }
    } catch {
      return ["\(error)"]
    }
  }
}

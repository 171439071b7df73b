import Documents
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests namespaces whose keys are too large for one response.
@Suite(.timeLimit(.minutes(1)))
struct PageTests {
  /// A client that accepts responses of 2 MB at most.
  private static func client() async throws -> EtcdClient {
    let address = try TeamAddress(await LocalEtcd.sharedAddress())
    return EtcdClient(address, responseLimit: 2_000_000)
  }

  private static func put(
    _ values: [(key: [UInt8], value: [UInt8])],
    _ client: EtcdClient
  ) async throws {
    for (key, value) in values {
      var transaction = EtcdTransaction()
      transaction.put(key, value)
      _ = try await client.run(transaction)
    }
  }

  @Test func `too large values do not prevent reading and changing other overrides`()
    async throws
  {
    let client = try await Self.client()
    let layout = NamespaceLayout(namespace: client.address.namespace)
    let large = [UInt8](repeating: 0x20, count: InputLimit.teamValueBytes.maximum + 50_000)
    let names = (10..<14).map { OverrideKey(Feature.Name(rawValue: "Large \($0)")) }
    try await Self.put(names.map { (layout.bytes(of: .override($0)), large) }, client)
    let storage = EtcdOverrideStorage(client)
    let operation = OverrideOperation(["Z": Override(enabled: true)], .init(date: Date()))
    _ = try await storage.commit([operation], at: Date())
    let other = EtcdOverrideStorage(client)
    #expect(try await other.read().overrides.keys.map(\.feature) == ["Z"])
    #expect(other.activity.defects.count == names.count)
  }

  @Test func `a history that is too large for one response is read in pages`() async throws {
    let client = try await Self.client()
    let layout = NamespaceLayout(namespace: client.address.namespace)
    let text = String(repeating: "x", count: 20_000)
    let operations = (0..<150).map { number in
      let override = Override(variables: ["text": .string("\(number)\(text)")])
      let change = OverrideOperation.Change("A", from: nil, to: override)
      return OverrideOperation(
        id: "act-\(number)",
        OverrideOperation.Signature(date: Date().inWholeSeconds, author: "ana"),
        .change,
        [change]
      )
    }
    let values = operations.map { operation in
      (
        layout.bytes(of: .history(operation.id)),
        Array(JSONValue.object(operation.members).text().utf8)
      )
    }
    try await Self.put(values, client)
    let storage = EtcdOverrideStorage(client, author: "ana")
    #expect(try await storage.recentOperations().map(\.id) == operations.reversed().map(\.id))
  }
}

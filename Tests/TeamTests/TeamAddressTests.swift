import TestSupport
import Testing

@testable import Team

/// Tests the addresses of namespaces in etcd.
struct TeamAddressTests {
  private static let valid: [(text: String, endpoints: [String], namespace: String)] = [
    ("etcd://localhost:2379/qa", ["http://localhost:2379"], "qa"),
    ("etcd://a,b:1/QA-1_x.y", ["http://a:2379", "http://b:1"], "QA-1_x.y"),
    ("ETCDS://[::1]:5,[fe80::1]/s", ["https://[::1]:5", "https://[fe80::1]:2379"], "s"),
  ]

  @Test(arguments: valid)
  func `parsing an address returns the members with their ports and the namespace`(
    text: String,
    endpoints: [String],
    namespace: String
  ) throws {
    let address = try TeamAddress(text)
    #expect(address.endpoints == endpoints)
    #expect(address.namespace == namespace)
    #expect(try TeamAddress(address.description) == address)
  }

  private static let invalid: [(text: String, defect: TeamAddress.Defect)] = [
    ("", .scheme), ("localhost/qa", .scheme), ("http://localhost/qa", .scheme),
    ("etcd://ana:secret@localhost/qa", .credentials), ("etcd:///qa", .host("")),
    ("etcd://a,,b/qa", .host("")), ("etcd://a:0/qa", .host("a:0")), ("etcd://a:x/qa", .host("a:x")),
    ("etcd://a:70000/qa", .host("a:70000")), ("etcd://[::1/qa", .host("[::1")),
    ("etcd://::1/qa", .host("::1")), ("etcd://a b/qa", .host("a b")), ("etcd://a", .namespace("")),
    ("etcd:/ana:secret@localhost/qa", .scheme), ("ana:secret@localhost", .scheme),
    ("http://ana:secret@localhost/qa", .scheme), ("http://localhost/qa?password=secret", .scheme),
    ("etcd://ana%3Asecret%40localhost/qa", .host("ana%3Asecret%40localhost")),
    ("etcd://a;password=secret/qa", .host("a;password=secret")),
    ("etcd://a/qa?password=secret", .namespace("qa?password=secret")),
    ("etcd://a/", .namespace("")), ("etcd://a/q a", .namespace("q a")),
    ("etcd://a/q/b", .namespace("q/b")),
    (
      "etcd://a/" + String(repeating: "x", count: 65), .namespace(String(repeating: "x", count: 65))
    ),
  ]

  @Test(arguments: invalid)
  func `an invalid address is rejected with the reason, which contains no secret`(
    text: String,
    defect: TeamAddress.Defect
  ) {
    #expect(throws: defect) { try TeamAddress(text) }
    #expect(defect.message(for: text).contains("expected"))
    #expect(!defect.message(for: text).contains("secret"))
  }

  @Test
  func `neither a parsed address nor an error contains a secret, in any spelling of the address`() {
    for text in SecretAddress.all {
      do throws(TeamAddress.Defect) {
        let address = try TeamAddress(text)
        #expect(!address.description.contains(SecretAddress.secret), "\(text)")
      } catch {
        #expect(!error.message(for: text).contains(SecretAddress.secret), "\(text)")
      }
    }
  }
}

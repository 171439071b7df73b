import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the hash, the buckets and the version comparison against recorded vectors.
struct FixtureVectorTests {
  @Test func `each recorded user has the recorded bucket`() throws {
    let vectors = try Fixture.value("bucket_vectors.json")["vectors"]?.items ?? []
    #expect(vectors.count >= 30)
    for vector in vectors {
      let user = try #require(vector["bucketingId"]?.text)
      let entity = try #require(vector["entityId"]?.text)
      let hash = MurmurHash3.hash(Array((user + entity).utf8), seed: 1)
      #expect(Int(hash) == vector["hash"]?.number, "\(vector)")
      #expect(Bucket.number(of: user, in: entity) == vector["bucket"]?.number, "\(vector)")
    }
  }

  @Test(
    arguments: zip(["", "hello", "hello, world"], [0, 0x248b_fa47, 0x149b_bb7f] as [UInt32])
  )
  func `MurmurHash3 returns the published hashes`(text: String, hash: UInt32) {
    #expect(MurmurHash3.hash(Array(text.utf8), seed: 0) == hash)
  }

  @Test func `each recorded pair of versions has the recorded order`() throws {
    let rows = try Fixture.value("semver_table.json")["rows"]?.items ?? []
    #expect(rows.count >= 70)
    for row in rows.map(\.items) {
      let user = try #require(DatafileVersion(row[0].text ?? ""))
      let audience = try #require(DatafileVersion(row[1].text ?? ""))
      #expect(user.compared(to: audience) == row[2].number, "\(row)")
    }
  }

  @Test(
    arguments: [
      ("99999999999999999999", "1", -1), ("99999999999999999999", "99999999999999999999", -1),
      ("1.0-+5", "1.0-5", -1), ("1.0-5", "1.0-+5", 0),
    ] as [(String, String, Int)]
  )
  func `a version number with a sign or an overflow is compared as in the SDK`(
    user: String,
    audience: String,
    order: Int
  ) throws {
    let user = try #require(DatafileVersion(user))
    #expect(user.compared(to: try #require(DatafileVersion(audience))) == order)
  }

  @Test func `each recorded invalid version is rejected`() throws {
    let texts = try Fixture.value("semver_table.json")["invalidUserVersions"]?.items ?? []
    #expect(texts.count == 18)
    for text in texts {
      #expect(DatafileVersion(text.text ?? "1") == nil, "\(text)")
    }
  }
}

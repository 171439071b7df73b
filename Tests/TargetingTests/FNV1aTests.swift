import Testing

@testable import Targeting

struct FNV1aTests {
  @Test(
    arguments: [
      ("", "", 2_166_136_261), ("a", "", 3_826_002_220), ("foobar", "", 3_214_735_720),
      ("foo", "bar", 3_214_735_720),
    ] as [(String, String, UInt32)]
  )
  func `the FNV-1a hash of ASCII text is computed from its bytes`(
    first: String,
    second: String,
    hash: UInt32
  ) {
    #expect(FNV1a.hash(first, second) == hash)
  }

  @Test(arguments: zip(["josé", "😀"], [586, 472] as [UInt32]))
  func `the FNV-1a hash of text outside ASCII is computed from its UTF-16 code units`(
    text: String,
    number: UInt32
  ) {
    #expect(FNV1a.hash(text) % 1_000 == number)
    for count in 0...text.count {
      let parts = (String(text.prefix(count)), String(text.dropFirst(count)))
      #expect(FNV1a.hash(parts.0, parts.1) % 1_000 == number)
    }
  }
}

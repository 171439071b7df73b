import Testing

@testable import Targeting

struct IPRangeTests {
  @Test(
    arguments: [
      ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.9.9.9/8", "10.1.2.3", true),
      ("192.168.1.128/25", "192.168.1.127", false), ("192.168.1.128/25", "192.168.1.200", true),
      ("127.0.0.1", "127.0.0.1", true), ("0.0.0.0/0", "8.8.8.8", true),
      ("fd00::/8", "fd12::1", true),
      ("::1", "::1", true), ("::/0", "1.2.3.4", false),
      ("2001:db8::/33", "2001:db8:8000::1", false),
    ]
  )
  func `a range contains the addresses that share its prefix`(
    range: String,
    address: String,
    isContained: Bool
  ) throws {
    let range = try #require(IPRange(range))
    let address = try #require(IPRange(address))
    #expect(range.contains(address) == isContained)
  }

  @Test(
    arguments: [
      "", "1.2.3", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/-1", "1.2.3.4/+8", "::/129", "a.b.c.d",
      "01.2.3.4/8 ",
    ]
  )
  func `text that is neither an IP address nor a CIDR block is rejected`(text: String) {
    #expect(IPRange(text) == nil)
  }
}

import FeatureFlags
import Testing

@testable import Targeting

struct CBORTests {
  @Test(
    arguments: [
      ("null", "f6"), ("true", "f5"), ("23", "17"), ("24", "1818"), ("1000", "1903e8"),
      ("1000000", "1a000f4240"), ("-1", "20"), ("-1000", "3903e7"), ("-0.0", "00"),
      ("1.5", "f93e00"),
      ("100000.5", "fa47c35040"), ("1.1", "fb3ff199999999999a"), ("1e300", "fb7e37e43c8800759c"),
      ("18446744073709549568", "1bfffffffffffff800"), (#""ü""#, "62c3bc"), ("[1, []]", "820180"),
      (#"{"bb": 1, "a": 2, "c": {}}"#, "a36161026163a062626201"),
    ]
  )
  func `each JSON value has the shortest deterministic CBOR encoding`(json: String, hex: String)
    throws
  {
    let bytes = CBOR.bytes(of: try AttributeValue(json: json))
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(digits.joined() == hex)
  }

  @Test(
    arguments: [
      (1.0, "1"), (-0.5, "-0.5"), (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"),
      (1e21, "1000000000000000000000"), (-1.5e20, "-150000000000000000000"),
      (123456.789, "123456.789"),
    ]
  )
  func `a number is written without an exponent`(number: Double, text: String) {
    #expect(number.decimalText == text)
  }
}

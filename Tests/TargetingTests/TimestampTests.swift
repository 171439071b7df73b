import Testing

@testable import Targeting

struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2000-03-01T00:00:00Z", 951_868_800),
      ("2024-02-29T12:00:00+02:00", 1_709_200_800), ("2022-01-29T13:00:00.5Z", 1_643_461_200.5),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("2026-11-23t10:15:30z", 1_795_428_930),
    ]
  )
  func `a timestamp in RFC 3339 is parsed to the seconds since 1970`(text: String, seconds: Double)
  {
    #expect(Timestamp(text)?.seconds == seconds)
  }

  @Test(
    arguments: [
      "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01 00:00:00Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00Z ",
    ]
  )
  func `text that is not a timestamp in RFC 3339, and dates that do not exist, are rejected`(
    text: String
  ) {
    #expect(Timestamp(text) == nil)
  }
}

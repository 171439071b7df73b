import Testing

@testable import Targeting

struct SHA1Tests {
  @Test(
    arguments: [
      (0, 0xda39_a3ee_5e6b_4b0d), (1, 0x86f7_e437_faa5_a7fc), (55, 0xc1c8_bbdc_2279_6e28),
      (56, 0xc2db_330f_6083_854c), (63, 0x03f0_9f5b_158a_7a8c), (64, 0x0098_ba82_4b5c_1642),
      (65, 0x1165_5326_c708_d703), (119, 0xee97_1065_aaa0_17e0), (120, 0xf34c_1488_3853_46a5),
      (1_000, 0x291e_9a6c_6699_4949),
    ] as [(Int, UInt64)]
  )
  func `the SHA-1 digest of a text of any length begins with the expected 64 bits`(
    count: Int,
    expected: UInt64
  ) {
    #expect(SHA1.prefix(of: String(repeating: "a", count: count)) == expected)
  }

  @Test
  func `the fraction of a SHA-1 digest is computed from its first 15 hexadecimal digits`() {
    #expect(abs(SHA1.fraction(of: "hashKey.saltyA.userKeyA") - 0.42157587) < 1e-7)
    #expect(abs(SHA1.fraction(of: "61.userKeyC") - 0.9242641) < 1e-7)
  }
}

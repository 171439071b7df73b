/// A version of up to five numbers with points; missing numbers are 0.
struct DottedVersion: Comparable, Sendable {
  private var numbers: [Int]

  init?(_ text: String) {
    numbers = Array(repeating: 0, count: 5)
    var (index, isEmpty) = (0, true)
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        guard !isEmpty, index < 4 else { return nil }
        (index, isEmpty) = (index + 1, true)
      } else {
        guard (0x30...0x39).contains(byte) else { return nil }
        let (number, overflow) = numbers[index].multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = number.addingReportingOverflow(Int(byte - 0x30))
        guard !overflow, !isTooLarge else { return nil }
        (numbers[index], isEmpty) = (sum, false)
      }
    }
    guard !isEmpty else { return nil }
  }

  static func < (left: DottedVersion, right: DottedVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

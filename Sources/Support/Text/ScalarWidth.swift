extension Unicode.Scalar {
  /// The width of the scalar in terminal cells: 0, 1 or 2.
  ///
  /// The width follows Unicode 17, like the cursor movement of current terminals. `wcwidth` of the C
  /// library returns the same width for each character of the Unicode version that it knows.
  package var cellWidth: Int {
    if value < 0x300 { return 1 }
    if isZeroWidth { return 0 }
    return Self.isWide(value) ? 2 : 1
  }

  /// Whether the scalar is assigned in Unicode 17; terminals draw other scalars in different widths.
  package var isKnown: Bool {
    guard properties.generalCategory != .unassigned else { return Self.newEmoji.contains(self) }
    guard let age = properties.age else { return properties.generalCategory == .privateUse }
    return age.major <= Self.newestVersion
  }

  /// The newest Unicode version of the tables; scalars of newer versions are unknown.
  private static let newestVersion = 17

  /// The emoji of Unicode 15 to 17, all of width 2: the tables of the standard library and of the C library
  /// can be older.
  private static let newEmoji: Set<Unicode.Scalar> = [
    // Unicode 15
    "\u{1F6DC}", "\u{1FA75}", "\u{1FA76}", "\u{1FA77}", "\u{1FA87}", "\u{1FA88}", "\u{1FAAD}",
    "\u{1FAAE}", "\u{1FAAF}", "\u{1FABB}", "\u{1FABC}", "\u{1FABD}", "\u{1FABF}", "\u{1FACE}",
    "\u{1FACF}", "\u{1FADA}", "\u{1FADB}", "\u{1FAE8}", "\u{1FAF7}", "\u{1FAF8}",
    // Unicode 16
    "\u{1FA89}", "\u{1FA8F}", "\u{1FABE}", "\u{1FAC6}", "\u{1FADC}", "\u{1FADF}", "\u{1FAE9}",
    // Unicode 17
    "\u{1F6D8}", "\u{1FA8A}", "\u{1FA8E}", "\u{1FAC8}", "\u{1FACD}", "\u{1FAEA}", "\u{1FAEF}",
  ]

  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// The scalars of width 2: East Asian Wide and Fullwidth, and emoji with emoji presentation.
  ///
  /// The ranges include unassigned scalars between two wide ones, which keeps the table short;
  /// unassigned scalars are never drawn.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3096, 0x309B...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
    0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
    0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
    0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC,
    0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
    0x1FA70...0x1FAF8, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

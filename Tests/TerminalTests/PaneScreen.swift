import Frame
import Glibc
import ScreenTestSupport
import Synchronization
import TestSupport

@testable import Terminal

/// The screen of a terminal (tmux) to which a test writes bytes, without a program in between.
final class PaneScreen: Sendable {
  private let session: TerminalSession
  private let descriptor: Int32
  private let writes = Atomic(0)

  /// One cell as the terminal shows it.
  struct ShownCell: Hashable {
    var text: String
    var pen: Pen
  }

  enum Failure: Error {
    case notOpened
    case notShown
  }

  init(size: Size) async throws {
    session = try await TerminalSession(size: size)
    // The frames use a line feed to move the cursor down within its column.
    guard let output = try session.openOutput() else { throw Failure.notOpened }
    descriptor = output
  }

  deinit { close(descriptor) }

  /// Writes bytes, waits until the terminal has read them, and returns a property of the terminal for
  /// a tmux format.
  @discardableResult
  func write(_ bytes: [UInt8], then format: String = "") throws -> String {
    let number = writes.add(1, ordering: .relaxed).newValue
    // Sets the title after the bytes: once tmux reports the title, the terminal has read all bytes.
    let all = bytes + Array("\u{1B}]2;write \(number)\u{1B}\\".utf8)
    var sent = 0
    while sent < all.count {
      let count = all[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure.notShown }
      sent += count
    }
    for _ in 0..<2_000 {
      let state = try session.state("#{pane_title}|\(format)").split(
        separator: "|",
        omittingEmptySubsequences: false
      )
      if state[0] == "write \(number)" { return String(state[1]) }
      usleep(2_000)
    }
    throw Failure.notShown
  }

  /// The text of all rows without trailing spaces.
  func text() throws -> String { String(try session.screen().dropLast()) }

  /// The cells of each row, without the cells at its end that no program has written.
  func rows() throws -> [[ShownCell]] {
    var pen = Pen.plain
    let lines = try session.screen(withColours: true, withBlanks: true)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map { line in
      var cells: [ShownCell] = []
      var rest = line.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        if scalar == "\u{1B}" {
          let end = rest.firstIndex(of: "m") ?? rest.endIndex
          let numbers = String(rest[rest.index(after: rest.startIndex)..<end]).split(separator: ";")
          pen.apply(numbers.compactMap { Int($0) })
          rest = rest[end...].dropFirst()
        } else {
          cells.append(text: String(scalar), pen: pen)
        }
      }
      return cells
    }
  }
}

extension [PaneScreen.ShownCell] {
  /// Appends a cell for each scalar that has a width; a blank keeps only the background of its pen.
  mutating func append(text: String, pen: Pen) {
    let isBlank = text == " " && pen.attributes.isDisjoint(with: [.underlined, .reversed])
    let pen = isBlank ? Pen(background: pen.background) : pen
    for scalar in text.unicodeScalars {
      if scalar.cellWidth == 0, !isEmpty {
        self[count - 1].text.unicodeScalars.append(scalar)
      } else {
        append(PaneScreen.ShownCell(text: String(scalar), pen: pen))
      }
    }
  }

  /// The cells without trailing blanks in the default colours, or in any colour.
  func withoutBlankEnd(ofAnyColour: Bool) -> [PaneScreen.ShownCell] {
    let end = lastIndex { cell in
      let isHidden = cell.pen.attributes.isEmpty && (ofAnyColour || cell.pen == .plain)
      return cell.text != " " || !isHidden
    }
    return Array(self[..<(end.map { $0 + 1 } ?? 0)])
  }
}

extension Pen {
  /// Applies the parameters of an SGR sequence; no parameter is a reset.
  fileprivate mutating func apply(_ numbers: [Int]) {
    var rest = numbers[...]
    if rest.isEmpty { self = .plain }
    while let number = rest.popFirst() {
      switch number {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underlined)
      case 7: attributes.insert(.reversed)
      case 30...37: foreground = .indexed(UInt8(number - 30))
      case 40...47: background = .indexed(UInt8(number - 40))
      case 90...97: foreground = .indexed(UInt8(number - 82))
      case 100...107: background = .indexed(UInt8(number - 92))
      case 39: foreground = .standard
      case 49: background = .standard
      case 38: foreground = Self.ink(&rest)
      case 48: background = Self.ink(&rest)
      default: break
      }
    }
  }

  private static func ink(_ numbers: inout ArraySlice<Int>) -> Ink {
    let isDirect = numbers.popFirst() == 2
    let parts = numbers.prefix(isDirect ? 3 : 1).map { UInt8($0) }
    numbers = numbers.dropFirst(parts.count)
    return isDirect
      ? .direct(RGB(red: parts[0], green: parts[1], blue: parts[2])) : .indexed(parts[0])
  }
}

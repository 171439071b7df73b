import FeatureFlags
import Frame
import Workbench

/// The current and the new allocation of users to variations, as two rulers of assignments from 0 to
/// 100, with arrows between them where users get a different variation.
///
/// ```
/// now  1███████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
///                  ↓2→1↓
/// new  1████████████████2▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
///             ↑ you
///      0 %                    50 %               100 %
/// ```
struct VariationShiftDiagram {
  private let variations: [TestVariation]
  private let before: VariationShares
  /// The new allocation; `nil` while the biases do not add up to 100.
  private let after: VariationShares?
  /// The assignment of the current user, from 0 to 100; `nil` if the user has none.
  private let assignment: Double?
  private let theme: Theme
  /// The length of the rulers in cells.
  private let length: Int

  private static let labelWidth = 5

  /// The number of rows, with a row for the current user or without it.
  static func rows(hasUser: Bool) -> Int { hasUser ? 5 : 4 }

  init(_ draft: BiasDraft, assignment: Double?, columns: Int, theme: Theme) {
    variations = draft.variations
    before = draft.shares(draft.configured)
    after = draft.isComplete ? draft.shares(draft.biases) : nil
    self.assignment = assignment
    self.theme = theme
    length = max(columns - Self.labelWidth, 10)
  }

  /// The rows of the drawing.
  var lines: [Line] {
    let axis = Span(String(repeating: "·", count: length), theme.style([.dialog, .muted]))
    return [
      row("now", ruler(before)),
      row("", arrows),
      row("new", after.map(ruler) ?? [axis]),
    ] + (assignment.map { [row("", marker(at: $0))] } ?? []) + [row("", scale)]
  }

  private func row(_ label: String, _ spans: [Span]) -> Line {
    let label = DisplayText(label).padded(to: Self.labelWidth)
    return Line([Span(label, theme.style([.dialog, .muted]))] + spans)
  }

  /// The column of a position from 0 to 100.
  private func column(_ position: Double) -> Int {
    min(max(Int((position / 100 * Double(length)).rounded()), 0), length)
  }

  private func gap(_ count: Int) -> Span {
    Span(String(repeating: " ", count: max(count, 0)), theme.style(.dialog))
  }

  // MARK: Rulers

  private func ruler(_ shares: VariationShares) -> [Span] {
    shares.segments.flatMap { segment in
      let count = column(segment.bounds.upperBound) - column(segment.bounds.lowerBound)
      guard let index = segment.variation.flatMap(variations.firstIndex) else {
        return [Span(String(repeating: "░", count: count), theme.style([.dialog, .muted]))]
      }
      let style = theme.style([.dialog, Gauge.role(index)])
      let block = Self.blocks[index % Self.blocks.count]
      let number = Gauge.number(index)
      guard number.count <= count else {
        return [Span(String(repeating: block, count: count), style)]
      }
      var reversed = style
      reversed.attributes.formUnion([.reversed, .bold])
      let rest = String(repeating: block, count: count - number.count)
      return [Span(number, reversed), Span(rest, style)]
    }
  }

  /// The blocks of the variations, used in rotation: neighbouring segments differ even if one is too
  /// short for its number.
  private static let blocks = ["█", "▓", "▒"]

  // MARK: Flow

  /// A range of assignments whose users move from one variation to another.
  private struct Move {
    var bounds: Range<Double>
    let from: TestVariation?
    let to: TestVariation?
  }

  private var moves: [Move] {
    guard let after else { return [] }
    let bounds = Set(
      (before.segments + after.segments).flatMap {
        [$0.bounds.lowerBound, $0.bounds.upperBound]
      }
    ).sorted()
    var moves: [Move] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let (from, to) = (before.variation(at: start), after.variation(at: start))
      guard from != to else { continue }
      if let last = moves.last, last.bounds.upperBound == start, last.from == from, last.to == to {
        moves[moves.count - 1].bounds = last.bounds.lowerBound..<end
      } else {
        moves.append(Move(bounds: start..<end, from: from, to: to))
      }
    }
    return moves
  }

  /// The arrows from the current to the new variations; each move has at least one arrow.
  private var arrows: [Span] {
    var spans: [Span] = []
    var end = 0
    for move in moves {
      let start = max(min(column(move.bounds.lowerBound), length - 1), end)
      let count = max(column(move.bounds.upperBound) - start, start < length ? 1 : 0)
      spans.append(gap(start - end))
      spans.append(Span(Self.arrow(name(move), count), theme.style([.dialog, .information])))
      end = start + count
    }
    return spans
  }

  private func name(_ move: Move) -> String {
    let numbers = [move.from, move.to].map { variation in
      variation.flatMap(variations.firstIndex).map(Gauge.number) ?? "–"
    }
    return numbers.joined(separator: "→")
  }

  /// Arrows of the given length, with the name of the move in their middle if there is room.
  private static func arrow(_ name: String, _ count: Int) -> String {
    let rest = count - name.count
    guard rest >= 2 else { return String(repeating: "↓", count: count) }
    return String(repeating: "↓", count: rest / 2) + name
      + String(repeating: "↓", count: rest - rest / 2)
  }

  // MARK: Scale

  private func marker(at assignment: Double) -> [Span] {
    let cell = min(Int(assignment / 100 * Double(length)), length - 1)
    let style = theme.style([.dialog, .assignment])
    let fits = cell + 5 <= length
    return [gap(fits ? cell : cell - 4), Span(fits ? "↑ you" : "you ↑", style)]
  }

  private var scale: [Span] {
    let style = theme.style([.dialog, .muted])
    let middle = length / 2
    return [
      Span("0 %", style), gap(middle - 5), Span("50 %", style), gap(length - middle - 7),
      Span("100 %", style),
    ]
  }
}

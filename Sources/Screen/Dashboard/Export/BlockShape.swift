import Text

/// The shape of a box-drawing or block character, in fractions of a cell.
enum BlockShape {
  /// Fills a part of the cell with the given opacity, from 0 to 1.
  case fill(Part, opacity: Double)
  /// Draws a path through the cell with the given thickness in pixels.
  case line([Step], thickness: Double)

  /// A rectangle, in fractions of the cell from 0 to 1.
  struct Part {
    var x = 0.0
    var y = 0.0
    var width = 1.0
    var height = 1.0
  }

  /// A command of an SVG path with its points.
  struct Step {
    let letter: String
    let points: [(x: Double, y: Double)]
  }

  /// Finds the shape of a character; `nil` if the character is drawn with the font.
  init?(_ text: String) {
    switch text {
    case "█": self = .fill(Part(), opacity: 1)
    case "▓": self = .fill(Part(), opacity: 0.75)
    case "▒": self = .fill(Part(), opacity: 0.5)
    case "░": self = .fill(Part(), opacity: 0.28)
    case "▁": self = Self.bar(1)
    case "▂": self = Self.bar(2)
    case "▃": self = Self.bar(3)
    case "▄": self = Self.bar(4)
    case "▅": self = Self.bar(5)
    case "▆": self = Self.bar(6)
    case "▇": self = Self.bar(7)
    case "▌": self = .fill(Part(width: 0.5), opacity: 1)
    case "─": self = .line([Self.move(0, 0.5), Self.draw(1, 0.5)], thickness: 1.2)
    case "│": self = .line([Self.move(0.5, 0), Self.draw(0.5, 1)], thickness: 1.2)
    case "┃": self = .line([Self.move(0.5, 0), Self.draw(0.5, 1)], thickness: 3.6)
    case "╭": self = Self.corner(from: (0.5, 1), to: (1, 0.5))
    case "╮": self = Self.corner(from: (0, 0.5), to: (0.5, 1))
    case "╰": self = Self.corner(from: (0.5, 0), to: (1, 0.5))
    case "╯": self = Self.corner(from: (0, 0.5), to: (0.5, 0))
    default: return nil
    }
  }

  /// A bar at the bottom of the cell; its height is given in eighths of the cell.
  private static func bar(_ eighths: Double) -> BlockShape {
    .fill(Part(y: 1 - eighths / 8, height: eighths / 8), opacity: 1)
  }

  private static func move(_ x: Double, _ y: Double) -> Step {
    Step(letter: "M", points: [(x, y)])
  }

  private static func draw(_ x: Double, _ y: Double) -> Step {
    Step(letter: "L", points: [(x, y)])
  }

  /// A curve between the middles of two edges of the cell.
  private static func corner(
    from start: (x: Double, y: Double),
    to end: (x: Double, y: Double)
  ) -> BlockShape {
    let bend = Step(letter: "Q", points: [(0.5, 0.5), end])
    return .line([move(start.x, start.y), bend], thickness: 1.2)
  }
}

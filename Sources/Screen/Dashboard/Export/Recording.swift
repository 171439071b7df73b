import Documents
public import Frame
import Text

/// A sequence of screens of one size, each with the time for which it is visible.
public struct Recording: Sendable {
  /// A screen with the time for which it is visible.
  struct Screen: Sendable {
    let frame: Frame
    var milliseconds = 0
  }

  /// The screens in chronological order, never empty; consecutive screens differ.
  private(set) var screens: [Screen]

  /// Creates a recording of one screen with the duration zero.
  public init(_ frame: Frame) {
    screens = [Screen(frame: frame)]
  }

  /// The last screen.
  public var last: Frame { screens[screens.count - 1].frame }

  /// Extends the time for which the last screen is visible.
  public mutating func show(for time: Duration) {
    screens[screens.count - 1].milliseconds += Int(time / .milliseconds(1))
  }

  /// Adds a screen, which must have the size of the other screens; replaces the last screen if it was
  /// visible for less than a millisecond.
  public mutating func add(_ frame: Frame) {
    if screens[screens.count - 1].milliseconds == 0 { screens.removeLast() }
    if screens.last?.frame != frame { screens.append(Screen(frame: frame)) }
  }

  /// The start of each screen in milliseconds since the start of the recording.
  var starts: [Int] {
    screens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.milliseconds) }.dropLast()
  }

  /// The duration of the recording in milliseconds.
  var milliseconds: Int { screens.reduce(0) { $0 + $1.milliseconds } }
}

extension Recording {
  /// Encodes the recording in the format asciicast 2, which asciinema plays.
  ///
  /// - Parameters:
  ///   - palette: The colours of the terminal in which the recording is played; `nil` for those of the
  ///     player.
  ///   - title: The title of the recording.
  /// - Returns: The content of a `.cast` file: a JSON object in the first line, and an event in each
  ///   further line.
  public func cast(palette: ColourPalette?, title: String) -> String {
    var header: [(key: String, value: JSONValue)] = [
      ("version", .integer(2)), ("width", .integer(last.size.columns)),
      ("height", .integer(last.size.rows)), ("title", .string(title)),
    ]
    if let palette { header.append(("theme", palette.castTheme)) }
    var lines = [JSONValue.object(header).text()]
    var former: Frame?
    for (start, screen) in zip(starts, screens) {
      let setUp = former == nil ? "\u{1B}[?25l\u{1B}[2J" : ""
      lines.append(Self.event(at: start, setUp + screen.frame.redrawing(former)))
      former = screen.frame
    }
    lines.append(Self.event(at: milliseconds, "\u{1B}[\(last.size.rows);1H\u{1B}[?25h\r\n"))
    return lines.map { $0 + "\n" }.joined()
  }

  /// An event that writes text to the terminal.
  private static func event(at milliseconds: Int, _ text: String) -> String {
    let seconds = JSONValue.number(Double(milliseconds) / 1_000)
    return JSONValue.list([seconds, .string("o"), .string(text)]).text()
  }
}

extension Frame {
  /// The escape sequences that draw the rows that differ from the previous frame; all rows if there is
  /// none.
  fileprivate func redrawing(_ former: Frame?) -> String {
    (0..<size.rows).filter { row in
      former.map { !looksEqual(to: $0, inRow: row) } ?? true
    }.map { "\u{1B}[\($0 + 1);1H" + ansi(row: $0) }.joined()
  }
}

extension ColourPalette {
  fileprivate var castTheme: JSONValue {
    .object([
      ("fg", .string(foreground.hexadecimal)), ("bg", .string(background.hexadecimal)),
      ("palette", .string(colours.map(\.hexadecimal).joined(separator: ":"))),
    ])
  }
}

extension Recording {
  /// Renders the recording as a self-contained SVG picture with an endless animation.
  ///
  /// CSS key frames animate the picture, so that it also plays as an image of a page, which runs no
  /// scripts. Readers without animation, and users who prefer reduced motion, see the first screen. A
  /// recording of one screen is a still picture, as from ``Frame/svg(palette:title:)``.
  ///
  /// - Parameters:
  ///   - palette: The colours that replace the default colours and the 16 ANSI colours of a
  ///     terminal.
  ///   - title: The title for the title bar of the picture and for screen readers.
  /// - Returns: The content of an SVG file.
  public func svg(palette: ColourPalette = .standard, title: String) -> String {
    guard screens.count > 1 else { return last.svg(palette: palette, title: title) }
    var (backgrounds, texts) = (SharedElements(), SharedElements())
    for (screen, frame) in screens.lazy.map(\.frame).enumerated() {
      var (background, text) = (
        SVGPicture(size: frame.size, palette: palette, title: title),
        SVGPicture(size: frame.size, palette: palette, title: title)
      )
      for row in 0..<frame.size.rows {
        background.drawBackgrounds(of: frame, row: row)
        text.drawText(of: frame, row: row)
      }
      backgrounds.add(background.elements, of: screen)
      texts.add(text.elements, of: screen)
    }
    var animation = VisibilityAnimation(starts: starts, end: milliseconds)
    let elements = [backgrounds, texts].flatMap(\.groups).map { animation.group($0) }
    return SVGPicture(size: last.size, palette: palette, title: title)
      .document(elements.joined(), styles: animation.styles)
  }
}

/// The SVG elements of several screens; equal elements are stored only once.
private struct SharedElements {
  private var elements: [String] = []
  /// The screens that have the element, in ascending order.
  private var screens: [String: [Int]] = [:]

  /// The elements that are visible in the same screens.
  struct Group {
    let screens: [Int]
    var elements: [String]
  }

  mutating func add(_ elements: [String], of screen: Int) {
    for element in elements {
      if screens[element] == nil { self.elements.append(element) }
      screens[element, default: []].append(screen)
    }
  }

  /// The groups in the order of their first elements.
  var groups: [Group] {
    var groups: [Group] = []
    var positions: [[Int]: Int] = [:]
    for element in elements {
      let screens = screens[element] ?? []
      if let position = positions[screens] {
        groups[position].elements.append(element)
      } else {
        positions[screens] = groups.count
        groups.append(Group(screens: screens, elements: [element]))
      }
    }
    return groups
  }
}

/// Shows groups of elements in their screens, by CSS key frames.
private struct VisibilityAnimation {
  /// The start of each screen in milliseconds.
  let starts: [Int]
  /// The end of the last screen in milliseconds.
  let end: Int
  /// The number in the name of the key frames, by the screens in which they show their group.
  private var numbers: [[Int]: Int] = [:]
  private var keyFrames = ""
  private var rules = ""

  init(starts: [Int], end: Int) {
    self.starts = starts
    self.end = end
  }

  /// The style sheet for the groups so far.
  var styles: String {
    "<style>\n@media (prefers-reduced-motion:no-preference){\n\(rules)}\n\(keyFrames)</style>\n"
  }

  /// Returns the SVG element of a group; adds the key frames for its screens.
  mutating func group(_ group: SharedElements.Group) -> String {
    guard group.screens.count < starts.count else { return group.elements.joined() }
    // This attribute applies without an animation: only the groups of the first screen are visible then.
    let visibility = group.screens.first == 0 ? "" : " visibility=\"hidden\""
    let name = "k\(number(of: group.screens))"
    return "<g class=\"\(name)\"\(visibility)>\n\(group.elements.joined())</g>\n"
  }

  private mutating func number(of screens: [Int]) -> Int {
    if let number = numbers[screens] { return number }
    let number = numbers.count
    numbers[screens] = number
    rules += ".k\(number){animation:k\(number) \(end)ms step-end infinite}\n"
    let visible = Set(screens)
    let changes = starts.indices.dropFirst().filter {
      visible.contains($0) != visible.contains($0 - 1)
    }
    func rule(_ changes: [Int], _ visibility: String) -> String {
      guard !changes.isEmpty else { return "" }
      let times = changes.map { Number.text(Double(starts[$0]) * 100 / Double(max(end, 1))) + "%" }
      return "\(times.joined(separator: ",")){visibility:\(visibility)}"
    }
    keyFrames += "@keyframes k\(number){" + rule(changes.filter(visible.contains), "visible")
    keyFrames += rule(changes.filter { !visible.contains($0) }, "hidden") + "}\n"
    return number
  }
}

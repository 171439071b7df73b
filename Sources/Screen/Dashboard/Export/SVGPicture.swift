public import Frame

extension Frame {
  /// Renders the frame as a self-contained SVG picture of a terminal.
  ///
  /// - Parameters:
  ///   - palette: The colours that replace the default colours and the 16 ANSI colours of a
  ///     terminal.
  ///   - title: The title for the title bar of the picture and for screen readers.
  /// - Returns: The content of an SVG file.
  public func svg(palette: ColourPalette = .standard, title: String) -> String {
    var picture = SVGPicture(size: size, palette: palette, title: title)
    for row in 0..<size.rows {
      picture.drawBackgrounds(of: self, row: row)
      picture.drawText(of: self, row: row)
    }
    return picture.document(picture.elements.joined())
  }
}

/// Builds an SVG picture of a terminal from the rows of a frame.
struct SVGPicture {
  private let palette: ColourPalette
  private let title: String
  private let width: Double
  private let height: Double
  /// The elements that were drawn so far, each a line with its line feed.
  private(set) var elements: [String] = []

  /// The width of a cell in pixels: the advance of most monospaced fonts at size 14.
  private static let cellWidth = 8.43
  private static let cellHeight = 18.0
  private static let fontSize = 14
  private static let margin = 14.0
  private static let barHeight = 34.0
  /// The distance from the top of a cell to the baseline of its text, in pixels.
  private static let baseline = 13.6

  init(size: Size, palette: ColourPalette, title: String) {
    self.palette = palette
    self.title = title
    width = Double(size.columns) * Self.cellWidth + 2 * Self.margin
    height = Double(size.rows) * Self.cellHeight + Self.margin + Self.barHeight
  }

  /// The SVG file with the window of the terminal, the given elements in it, and their style sheet.
  func document(_ elements: String, styles: String = "") -> String {
    let size = "\(number(width)) \(number(height))"
    let fonts = "'DejaVu Sans Mono', 'JetBrains Mono', 'SF Mono', Menlo, Consolas, monospace"
    let rim = palette.background.mixed(with: palette.foreground, share: 0.22).hexadecimal
    let muted = palette.foreground.mixed(with: palette.background, share: 0.4).hexadecimal
    var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\""
    svg += " width=\"\(number(width))\" height=\"\(number(height))\" role=\"img\">\n"
    svg += "<title>\(escaped(title))</title>\n" + styles
    svg += "<rect x=\"0.5\" y=\"0.5\" width=\"\(number(width - 1))\""
    svg += " height=\"\(number(height - 1))\" rx=\"10\""
    svg += " fill=\"\(palette.background.hexadecimal)\" stroke=\"\(rim)\"/>\n"
    for (place, colour) in [1, 3, 2].enumerated() {
      svg += "<circle cx=\"\(number(20 + Double(place) * 18))\" cy=\"17\" r=\"5.5\""
      svg += " fill=\"\(palette.colours[colour].hexadecimal)\"/>\n"
    }
    svg += "<g font-family=\"\(fonts)\" font-size=\"\(Self.fontSize)\">\n"
    svg += "<text x=\"\(number(width / 2))\" y=\"21.5\" text-anchor=\"middle\" font-size=\"12\""
    svg += " fill=\"\(muted)\">\(escaped(title))</text>\n"
    return svg + elements + "</g>\n</svg>\n"
  }

  /// Draws the background colours of a row.
  mutating func drawBackgrounds(of frame: Frame, row: Int) {
    var start = 0
    while start < frame.size.columns {
      let colour = colours(frame[column: start, row: row].style).background
      var end = start + 1
      while end < frame.size.columns,
        colours(frame[column: end, row: row].style).background == colour
      {
        end += 1
      }
      if colour != palette.background {
        rectangle(
          x: left(start),
          y: top(row),
          width: left(end) - left(start),
          height: Self.cellHeight,
          colour: colour
        )
      }
      start = end
    }
  }

  /// Draws the text of a row: one text element per run of cells with the same style.
  mutating func drawText(of frame: Frame, row: Int) {
    var column = 0
    while column < frame.size.columns {
      let cell = frame[column: column, row: row]
      guard cell.width > 0, cell.text != " " else {
        if cell.style.attributes.contains(.underlined) { underline(cell, column, row) }
        column += 1
        continue
      }
      if let shape = BlockShape(cell.text) {
        draw(shape, cell.style, column: column, row: row)
        column += 1
      } else {
        column = drawWord(of: frame, row: row, from: column)
      }
    }
  }

  /// Draws a run of ASCII characters up to the next space, or one other character; returns the column
  /// after it.
  private mutating func drawWord(of frame: Frame, row: Int, from start: Int) -> Int {
    let first = frame[column: start, row: row]
    var text = first.text
    var end = start + Int(first.width)
    while isASCII(first), end < frame.size.columns {
      let next = frame[column: end, row: row]
      guard next.style == first.style, isASCII(next), next.text != " " else { break }
      text += next.text
      end += 1
    }
    let style = first.style
    let cells = end - start
    var attributes = ""
    if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    if style.attributes.contains(.underlined) { attributes += " text-decoration=\"underline\"" }
    // `textLength` aligns the characters with the cells in every font.
    attributes += " textLength=\"\(number(Double(cells) * Self.cellWidth))\""
    var element = "<text x=\"\(number(left(start)))\" y=\"\(number(top(row) + Self.baseline))\""
    element += " fill=\"\(colours(style).foreground.hexadecimal)\"\(attributes)>"
    elements.append(element + escaped(text) + "</text>\n")
    return end
  }

  private func isASCII(_ cell: Cell) -> Bool {
    cell.width == 1 && cell.text.utf8.count == 1
  }

  private mutating func underline(_ cell: Cell, _ column: Int, _ row: Int) {
    rectangle(
      x: left(column),
      y: top(row) + Self.baseline + 2,
      width: Self.cellWidth,
      height: 1,
      colour: colours(cell.style).foreground
    )
  }

  private func colours(_ style: Style) -> (foreground: RGB, background: RGB) {
    var foreground = palette.rgb(style.foreground, standard: palette.foreground)
    var background = palette.rgb(style.background, standard: palette.background)
    if style.attributes.contains(.reversed) { swap(&foreground, &background) }
    if style.attributes.contains(.dim) {
      foreground = foreground.mixed(with: background, share: 0.4)
    }
    return (foreground, background)
  }

  private func left(_ column: Int) -> Double { Self.margin + Double(column) * Self.cellWidth }
  private func top(_ row: Int) -> Double { Self.barHeight + Double(row) * Self.cellHeight }

  private func number(_ value: Double) -> String { Number.text(value) }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in DisplayText(text).text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension SVGPicture {
  /// Draws a box-drawing or block character as a shape, so that adjacent cells connect in every
  /// font.
  private mutating func draw(_ shape: BlockShape, _ style: Style, column: Int, row: Int) {
    let colours = colours(style)
    switch shape {
    case .fill(let part, let opacity):
      rectangle(
        x: left(column) + part.x * Self.cellWidth,
        y: top(row) + part.y * Self.cellHeight,
        width: part.width * Self.cellWidth,
        height: part.height * Self.cellHeight,
        colour: colours.background.mixed(with: colours.foreground, share: opacity)
      )
    case .line(let path, let thickness):
      let x = left(column)
      let y = top(row)
      let points = path.map { step in
        step.letter
          + step.points.map {
            "\(number(x + $0.x * Self.cellWidth)) \(number(y + $0.y * Self.cellHeight))"
          }.joined(separator: " ")
      }
      elements.append(
        "<path d=\"\(points.joined())\" fill=\"none\" stroke-width=\"\(number(thickness))\""
          + " stroke=\"\(colours.foreground.hexadecimal)\"/>\n"
      )
    }
  }

  private mutating func rectangle(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    colour: RGB
  ) {
    elements.append(
      "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\""
        + " height=\"\(number(height))\" fill=\"\(colour.hexadecimal)\""
        + " shape-rendering=\"crispEdges\"/>\n"
    )
  }
}

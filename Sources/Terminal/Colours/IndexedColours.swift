public import Frame

/// Converts between the 256 indexed colours of terminals and RGB colours.
///
/// The first 16 colours are the defaults of xterm; the user may configure others. Distances are
/// measured in the Oklab colour space, and the nearest colour of a grey is a grey.
public enum IndexedColours {
  /// Returns the RGB components of an indexed colour.
  public static func components(of index: UInt8) -> RGB {
    switch index {
    case ..<16:
      return xterm[Int(index)]
    case ..<232:
      let cube = index - 16
      let level = { (step: UInt8) -> UInt8 in step == 0 ? 0 : 55 + 40 * step }
      return RGB(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return RGB(red: grey, green: grey, blue: grey)
    }
  }

  /// Finds the nearest indexed colour for a colour depth; `nil` for a monochrome terminal.
  ///
  /// With 256 colours, the result is never one of the first 16, because the user may change them.
  public static func nearest(to colour: RGB, in depth: ColourDepth) -> UInt8? {
    switch depth {
    case .monochrome: nil
    case .eight: nearest(to: colour, among: 0..<8)
    case .sixteen: nearest(to: colour, among: 0..<16)
    case .indexed, .direct: nearest(to: colour, among: 16..<256)
    }
  }

  private static func nearest(to colour: RGB, among indices: Range<Int>) -> UInt8 {
    let target = Oklab(colour)
    var best = (index: indices.lowerBound, distance: Double.infinity)
    for index in indices where !target.isGrey || known[index].isGrey {
      let distance = target.distance(to: known[index])
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }

  private static let known = (0...255).map { Oklab(components(of: UInt8($0))) }

  private static let xterm: [RGB] = [
    RGB(red: 0, green: 0, blue: 0), RGB(red: 205, green: 0, blue: 0),
    RGB(red: 0, green: 205, blue: 0), RGB(red: 205, green: 205, blue: 0),
    RGB(red: 0, green: 0, blue: 238), RGB(red: 205, green: 0, blue: 205),
    RGB(red: 0, green: 205, blue: 205), RGB(red: 229, green: 229, blue: 229),
    RGB(red: 127, green: 127, blue: 127), RGB(red: 255, green: 0, blue: 0),
    RGB(red: 0, green: 255, blue: 0), RGB(red: 255, green: 255, blue: 0),
    RGB(red: 92, green: 92, blue: 255), RGB(red: 255, green: 0, blue: 255),
    RGB(red: 0, green: 255, blue: 255), RGB(red: 255, green: 255, blue: 255),
  ]
}

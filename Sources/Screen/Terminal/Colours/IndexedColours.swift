public import Frame
import Glibc

/// Converts between the 256 indexed colours of terminals and RGB colours.
///
/// The first 16 colours are the defaults of xterm; the user may configure others. Distances are
/// measured in the Oklab colour space. The nearest colour of a grey is a grey, and that of any other
/// colour has a similar hue or is a grey: green, which means "enabled", is never mapped to red.
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
    nearest(to: colour, among: indices(in: depth))
  }

  /// Finds the indexed colours of a text and its background; `nil` for a monochrome terminal.
  ///
  /// The colour of the text is the nearest one whose contrast with the background is not lower than
  /// that of the given colours, or at least ``sufficientContrast``.
  public static func nearest(
    to foreground: RGB,
    on background: RGB,
    in depth: ColourDepth
  ) -> (foreground: UInt8, background: UInt8)? {
    guard let behind = nearest(to: background, in: depth) else { return nil }
    let surface = components(of: behind)
    let minimum = min(foreground.contrast(with: background), sufficientContrast)
    let indices = indices(in: depth).filter {
      components(of: UInt8($0)).contrast(with: surface) >= minimum
    }
    let text = nearest(to: foreground, among: indices)
    let darkest = UInt8(self.indices(in: depth).lowerBound)
    return (text ?? (surface.luminance < 0.18 ? brightest(in: depth) : darkest), behind)
  }

  /// The contrast that WCAG requires for text.
  public static let sufficientContrast = 4.5

  /// Whether bold text of an indexed colour is legible on an indexed background.
  ///
  /// Many terminals, such as xterm, show bold text of the first eight colours in the bright variants of
  /// these colours: black becomes a dark grey.
  static func isLegible(bold foreground: UInt8, on background: UInt8) -> Bool {
    guard foreground < 8 else { return true }
    let contrast = components(of: foreground + 8).contrast(with: components(of: background))
    return contrast >= sufficientContrast
  }

  /// The colours to which direct colours are mapped: with 256 colours, all but the first 16.
  private static func indices(in depth: ColourDepth) -> Range<Int> {
    switch depth {
    case .monochrome: 0..<0
    case .eight: 0..<8
    case .sixteen: 0..<16
    case .indexed, .direct: 16..<256
    }
  }

  /// The brightest colour of a colour depth, a white.
  private static func brightest(in depth: ColourDepth) -> UInt8 {
    switch depth {
    case .monochrome, .eight: 7
    case .sixteen: 15
    case .indexed, .direct: 231
    }
  }

  /// The nearest of the given colours that does not have a different hue; `nil` if there is none.
  private static func nearest(to colour: RGB, among indices: some Sequence<Int>) -> UInt8? {
    let target = Oklab(colour)
    var best: (index: Int, distance: Double)?
    for index in indices where target.isCompatible(with: known[index]) {
      let distance = target.distance(to: known[index])
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best.map { UInt8($0.index) }
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

/// A colour in Oklab, a colour space in which equal distances look about equally different.
struct Oklab: Hashable, Sendable {
  let lightness: Double
  let greenRed: Double
  let blueYellow: Double

  init(_ colour: RGB) {
    let red = RGB.linear(colour.red)
    let green = RGB.linear(colour.green)
    let blue = RGB.linear(colour.blue)
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    greenRed = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
  }

  /// The colourfulness, from 0 for a grey.
  private var chroma: Double { (greenRed * greenRed + blueYellow * blueYellow).squareRoot() }

  /// Whether the colour has too little chroma for a visible hue.
  private var isGrey: Bool { chroma < 0.02 }

  /// Whether the other colour is a grey or has a similar hue, with an angle of 45 degrees at most; for
  /// a grey, whether the other colour is a grey too.
  func isCompatible(with other: Oklab) -> Bool {
    if other.isGrey { return true }
    let product = greenRed * other.greenRed + blueYellow * other.blueYellow
    return !isGrey && product >= 0.7 * chroma * other.chroma
  }

  /// The squared perceptual distance to another colour.
  ///
  /// Differences of hue weigh twice as much as those of lightness, because hues have a meaning.
  func distance(to other: Oklab) -> Double {
    let light = lightness - other.lightness
    let first = greenRed - other.greenRed
    let second = blueYellow - other.blueYellow
    return light * light + 2 * (first * first + second * second)
  }
}

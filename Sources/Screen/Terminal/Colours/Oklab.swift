import Frame
import Glibc

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

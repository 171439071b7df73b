import FeatureFlags
import Glibc

/// A chi-squared test: the statistic of observed counts, and the probability of a larger statistic by
/// chance.
package struct ChiSquared: Hashable, Sendable {
  /// The sum of the squared differences from the expected counts, each divided by the expected count;
  /// infinite if a category without expected users has users.
  package let statistic: Double
  /// The number of categories with an expected count, minus one.
  package let degreesOfFreedom: Int

  /// The probability, from 0 to 1, that a correct allocation deviates from the expected counts at least as
  /// much as the observed counts do.
  package var pValue: Double {
    GammaFunction.upperRegularised(Double(degreesOfFreedom) / 2, statistic / 2)
  }

  /// Compares counts with the expected shares.
  ///
  /// Returns `nil` if fewer than two categories have a share above 0, or if all counts are 0.
  ///
  /// - Parameters:
  ///   - counts: The number of users in each category.
  ///   - shares: The expected shares of the categories, in any unit.
  package init?(counts: [Int], shares: [Double]) {
    let total = Double(counts.reduce(0, +))
    let sum = shares.reduce(0, +)
    let categories = shares.count { $0 > 0 }
    guard total > 0, categories > 1, counts.count == shares.count else { return nil }
    var statistic = 0.0
    for (count, share) in zip(counts, shares) {
      let expected = total * share / sum
      let difference = Double(count) - expected
      if expected > 0 {
        statistic += difference * difference / expected
      } else if count > 0 {
        statistic = .infinity
      }
    }
    self.statistic = statistic
    degreesOfFreedom = categories - 1
  }

  /// Combines independent comparisons by adding their statistics; `nil` for an empty list.
  package init?(sumOf parts: [ChiSquared]) {
    guard !parts.isEmpty else { return nil }
    statistic = parts.reduce(0) { $0 + $1.statistic }
    degreesOfFreedom = parts.reduce(0) { $0 + $1.degreesOfFreedom }
  }
}

/// Computes the regularised incomplete gamma function, to about 14 digits.
enum GammaFunction {
  /// The size of a term, relative to the sum, below which the summation ends.
  private static let precision = 1e-16
  /// The maximum number of terms; about the square root of the larger argument is sufficient.
  private static let termLimit = 100_000

  /// Computes Q(a, x), the integral from x to infinity of t^(a-1) e^-t, divided by Γ(a).
  ///
  /// - Parameters:
  ///   - a: The shape, above 0.
  ///   - x: The lower bound, at least 0.
  /// - Returns: The value in 0...1; 0 if `x` is infinite.
  static func upperRegularised(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x.isFinite else { return 0 }
    // The series converges fast below the mean, the continued fraction above it.
    let result = x < a + 1 ? 1 - series(a, x) : continuedFraction(a, x)
    return min(max(result, 0), 1)
  }

  /// The factor x^a e^-x / Γ(a) of both expansions, computed by logarithms to avoid an overflow.
  private static func factor(_ a: Double, _ x: Double) -> Double {
    exp(a * log(x) - x - lgamma(a))
  }

  /// Returns the lower function P(a, x) by its power series.
  private static func series(_ a: Double, _ x: Double) -> Double {
    var term = 1 / a
    var sum = term
    for index in 1...termLimit {
      term *= x / (a + Double(index))
      sum += term
      if term < sum * precision { break }
    }
    return sum * factor(a, x)
  }

  /// Returns Q(a, x) by its continued fraction, with the algorithm of Lentz.
  private static func continuedFraction(_ a: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var fraction = d
    for index in 1...termLimit {
      let numerator = -Double(index) * (Double(index) - a)
      b += 2
      d = numerator * d + b
      if abs(d) < tiny { d = tiny }
      c = b + numerator / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      let delta = d * c
      fraction *= delta
      if abs(delta - 1) < precision * 4 { break }
    }
    return fraction * factor(a, x)
  }
}

import FeatureFlags
import Text
import Workbench

/// Biases of a test that the user edits to see who would change variation.
struct BiasDraft: Hashable, Sendable {
  let variations: [TestVariation]
  /// The biases in the source.
  let configured: [Double]
  /// The edited biases, each from 0 to 100.
  private(set) var biases: [Double]
  /// The text that the user types for one variation; `nil` while none is typed.
  private(set) var typed: String?

  /// The maximum length of a typed bias, such as `33.3333`.
  private static let typedLimit = 7
  /// The tolerance of the sum of the biases, which is the same as for a configuration.
  private static let tolerance = 0.05

  /// Creates a draft with the biases of a feature; `nil` if the feature has none.
  init?(_ feature: Feature) {
    guard feature.type.isTest, !feature.testBiases.isEmpty,
      feature.testBiases.count == feature.testVariations.count
    else { return nil }
    variations = feature.testVariations
    configured = feature.testBiases.map(\.rawValue)
    biases = configured
  }

  /// The sum of the edited biases, rounded to four decimals.
  var sum: Double { (biases.reduce(0, +) * 1e4).rounded() / 1e4 }
  /// Whether the biases add up to 100.
  var isComplete: Bool { abs(sum - 100) <= Self.tolerance }
  /// Whether a bias differs from the source.
  var isChanged: Bool { biases != configured }

  /// Moves percentage points between a variation and its neighbour, so that the sum stays the same.
  ///
  /// - Parameters:
  ///   - points: The number of percentage points that the variation gets; negative to take points from
  ///     it.
  ///   - index: The index of the variation.
  mutating func move(_ points: Double, to index: Int) {
    endTyping()
    let others = biases.indices.map { (index + 1 + $0) % biases.count }.filter { $0 != index }
    // Added points come from the first other variation that has any; removed points go to the neighbour.
    let last = index == biases.count - 1
    let neighbour = last ? index - 1 : index + 1
    let other = points > 0 ? others.first { biases[$0] > 0 } : neighbour
    guard let other, biases.indices.contains(other) else { return }
    let amount = points > 0 ? min(points, biases[other]) : -min(-points, biases[index])
    biases[index] = Self.rounded(biases[index] + amount)
    biases[other] = Self.rounded(biases[other] - amount)
  }

  /// Types a digit or a decimal point of the bias of a variation; other characters are ignored.
  mutating func type(_ character: Character, for index: Int) {
    guard character.isASCII, character.isNumber || character == "." else { return }
    let text = (typed ?? "") + String(character)
    guard text.count <= Self.typedLimit, let value = Self.number(text),
      (0...100).contains(value)
    else { return }
    typed = text
    biases[index] = value
  }

  /// Deletes the last typed character.
  mutating func deleteBackwards(for index: Int) {
    let text = typed ?? Number.text(biases[index])
    typed = String(text.dropLast())
    biases[index] = typed.flatMap(Self.number) ?? 0
  }

  /// Ends typing, and adjusts the biases of the other variations so that the sum is 100 if possible.
  ///
  /// The other variations get the missing percentage points or lose the excess, beginning with the next
  /// variation.
  mutating func commit(for index: Int) {
    guard typed != nil else { return }
    endTyping()
    var rest = 100 - biases.reduce(0, +)
    for offset in 1..<max(biases.count, 1) {
      let other = (index + offset) % biases.count
      let amount = min(max(rest, -biases[other]), 100 - biases[other])
      biases[other] = Self.rounded(biases[other] + amount)
      rest -= amount
    }
  }

  /// Ends typing; the next digit begins a new number.
  mutating func endTyping() { typed = nil }

  /// Restores the biases of the source.
  mutating func reset() {
    endTyping()
    biases = configured
  }

  /// Parses typed text, which can begin or end with the decimal point.
  private static func number(_ text: String) -> Double? {
    Double("0" + text + (text.contains(".") ? "0" : ""))
  }

  private static func rounded(_ bias: Double) -> Double { (bias * 1e9).rounded() / 1e9 }
}

extension BiasDraft {
  /// The share of users that each variation has with the given biases.
  func shares(_ biases: [Double]) -> VariationShares {
    VariationShares(variations, biases: biases.map(Percentage.init(rawValue:)))
  }

  /// The users who would change variation; `nil` while the biases do not add up to 100.
  var moves: [VariationMove]? {
    isComplete ? shares(configured).moves(to: shares(biases)) : nil
  }

  /// Describes the variation of the user with the given assignment before and after the change.
  ///
  /// - Parameter assignment: The position of the user in the rollout, from 0 to 100.
  /// - Returns: A text such as `Group A → Group B`; `nil` while the biases do not add up to 100.
  func text(ofUserAt assignment: Double) -> String? {
    guard isComplete else { return nil }
    // The last range is closed: an assignment of 100 belongs to it.
    let position = min(assignment, 100.0.nextDown)
    let before = shares(configured).variation(at: position)?.rawValue ?? "no variation"
    let after = shares(biases).variation(at: position)?.rawValue ?? "no variation"
    return before == after ? "\(before), unchanged" : "\(before) → \(after)"
  }
}

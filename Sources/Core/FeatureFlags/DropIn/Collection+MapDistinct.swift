extension Collection {
  /// Transforms the elements, and drops each result that is equal to an earlier one.
  ///
  /// Exists for compatibility with the FeatureFlags framework. The time grows with the square of
  /// the number of distinct results; for hashable results, a `Set` is faster.
  ///
  /// - Parameter transform: The transformation of one element.
  /// - Returns: The distinct results, in the order of the elements.
  /// - Throws: The error of `transform`.
  public func mapDistinct<Result: Equatable>(
    _ transform: (Element) throws -> Result
  ) rethrows -> [Result] {
    var results: [Result] = []
    for element in self {
      let result = try transform(element)
      if !results.contains(result) { results.append(result) }
    }
    return results
  }
}

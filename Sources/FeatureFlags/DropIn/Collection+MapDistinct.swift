extension Collection {
  /// Transforms the elements and drops results that are equal to an earlier one.
  ///
  /// The FeatureFlags framework has this function; for hashable results a `Set` takes less time,
  /// which grows with the square of the number of distinct results here.
  ///
  /// - Parameter transform: The transformation of one element.
  /// - Returns: The distinct results, in the order of their first elements.
  /// - Throws: What `transform` throws.
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

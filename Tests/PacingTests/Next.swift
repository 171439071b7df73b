/// The next element of an iterator, read where the caller runs.
func next<Iterator: AsyncIteratorProtocol>(
  _ iterator: inout Iterator,
  isolation actor: isolated (any Actor)? = #isolation
) async throws(Iterator.Failure) -> Iterator.Element? {
  try await iterator.next(isolation: actor)
}

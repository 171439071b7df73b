/// Returns the value of an expression, and converts the error that the expression throws.
///
/// The conversion is a case of the caller's error type that wraps the error, or a closure.
///
/// For example, `try mapError(file.read(), to: PresetError.workspace)` throws a `WorkspaceError` of
/// the file as `PresetError.workspace`.
@discardableResult
package func mapError<Value, Failure: Error, Mapped: Error>(
  _ value: @autoclosure () throws(Failure) -> Value,
  to mapped: (Failure) -> Mapped
) throws(Mapped) -> Value {
  do throws(Failure) { return try value() } catch { throw mapped(error) }
}

/// Returns the value of an asynchronous expression on the caller's actor, and converts the error that
/// the expression throws.
@discardableResult
package func mapError<Value, Failure: Error, Mapped: Error>(
  isolation: isolated (any Actor)? = #isolation,
  awaiting value: @autoclosure () async throws(Failure) -> Value,
  to mapped: (Failure) -> Mapped
) async throws(Mapped) -> Value {
  do throws(Failure) { return try await value() } catch { throw mapped(error) }
}

extension Result {
  /// The error; `nil` for a success.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// Creates the result of an asynchronous expression, which runs on the caller's actor.
  package init(
    isolation: isolated (any Actor)? = #isolation,
    awaiting value: @autoclosure () async throws(Failure) -> Success
  ) async {
    do throws(Failure) { self = .success(try await value()) } catch { self = .failure(error) }
  }
}

import FeatureFlags
import HTTPServer
import Targeting

extension ServingApp {
  /// Responds with the results of all flags for one user, and records their evaluation.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint of the request.
  ///   - context: The user.
  ///   - client: The SDK that has sent the request.
  ///   - isReported: Whether the SDK reports the evaluations of single flags itself.
  ///   - evaluate: Returns the number of flags and the response.
  /// - Returns: The response; status 404 if the source has no document for the SDK.
  func userResults(
    _ endpoint: ServedEndpoint,
    for context: EvaluationContext,
    _ client: ActivityRecorder.ClientKey,
    isReported: Bool,
    _ evaluate: () throws(ServedDocumentError) -> (count: Int, response: ServerResponse)
  ) -> ServerResponse {
    let number = recorder.recordRequest(endpoint, from: client, context: context)
    do throws(ServedDocumentError) {
      let (count, response) = try evaluate()
      guard !WorkBudget.hasEnded else { return .tooMuchWork }
      recorder.recordBulk(of: count, in: context, by: number, isReported: isReported)
      metrics.recordBulkEvaluation()
      return response
    } catch {
      return .error(404, "\(error)")
    }
  }
}

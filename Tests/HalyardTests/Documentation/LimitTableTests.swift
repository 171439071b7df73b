import Documents
import FeatureFlags
import Files
import Foundation
import Frame
import HTTPServer
import Networking
import Targeting
import Team
import Testing
import Workbench

@testable import Dashboard
@testable import Flagd
@testable import GrowthBook
@testable import LaunchDarkly
@testable import Optimizely
@testable import OptimizelyEngine
@testable import Serving
@testable import Terminal
@testable import Unleash
@testable import Usages
@testable import halyard

/// Tests that the table of limits in the documentation agrees with the constants in the code.
struct LimitTableTests {
  private static let limits: [(name: String, maximum: String)] = [
    (
      "size of a configuration from a file or standard input; one from a server is a response",
      "\(InputLimit.documentBytes.maximum) bytes"
    ),
    ("size of a response", "\(HTTPRequest(url: "").maximumBodySize) bytes"),
    ("size of a workspace file", "\(InputLimit.workspaceFileBytes.maximum) bytes"),
    ("size of an override of a team", "\(InputLimit.teamValueBytes.maximum) bytes"),
    (
      "size of the keys and values of a team, with 64 bytes for each comma",
      "\(InputLimit.teamBytes.maximum) bytes"
    ),
    ("keys of a team", "\(InputLimit.teamKeys.maximum)"),
    ("size of a response of etcd", "\(EtcdClient.responseLimit) bytes"),
    ("values of a response of etcd", "\(InputLimit.teamResponseValues.maximum)"),
    ("skipped keys of a team in a list", "\(SkippedTeamKey.listLimit)"),
    ("time of an operation of a team", "\(EtcdClient.operationLimit.components.seconds) s"),
    (
      "bytes of a body for each byte received, after 4 MiB",
      "\(HTTPRequest(url: "").maximumCompressionRatio)"
    ),
    ("size of `config.json`", "\(SettingsFile.sizeLimit) bytes"),
    ("features of a document", "\(InputLimit.features.maximum)"),
    ("values in memory at once", "\(InputLimit.values.maximum)"),
    ("nested lists and objects", "\(InputLimit.depth.maximum)"),
    ("scalars in one character", "\(InputLimit.clusterScalars.maximum)"),
    ("stored problems of one severity", "\(InputLimit.problems.maximum)"),
    (
      "unknown members of a document whose spelling is compared",
      "\(NearestMembers.limit)"
    ),
    ("shared rules and variations of a datafile", "\(DatafileLimits.sharedParts)"),
    ("values of one flag of a datafile", "\(DatafileLimits.valuesOfFlag)"),
    ("listed problems of a datafile", "\(DatafileLimits.problems)"),
    ("conditions in the trace of a decision", "\(DatafileLimits.tracedConditions)"),
    ("findings in the trace of a flag of a flag system", "\(ExplanationRecorder.limit)"),
    (
      "steps of an evaluation in a flag system other than Optimizely",
      "\(EvaluationRun.limit)"
    ),
    (
      "steps of all evaluations for a request to the server",
      "\(WorkBudget.Limit.request.steps)"
    ),
    (
      "bytes of texts multiplied by the squared number of states, over all searches for a request to the server",
      "\(WorkBudget.Limit.request.search)"
    ),
    (
      "prerequisites that depend on each other in GrowthBook",
      "\(GrowthBookEvaluation.depthLimit)"
    ),
    (
      "prerequisites and segments that depend on each other in LaunchDarkly",
      "\(LaunchDarklyEvaluation.depthLimit)"
    ),
    ("nested operators of a targeting of flagd", "\(Flagd.Rule.heightLimit)"),
    ("metadata of a flag set of flagd", "\(FlagdReader.factLimit)"),
    ("random results of a flag of Unleash", "\(UnleashResult.limit)"),
    ("size of a regular expression", "\(RegularExpression.longest) bytes"),
    ("text that is searched for a regular expression", "\(RegularExpression.longestText) bytes"),
    (
      "bytes of a text multiplied by the squared number of states of its search",
      "\(RegularExpression.workLimit)"
    ),
    ("characters of a text of a server in a message", "\(String.excerptLimit)"),
    ("characters of a search", "\(TextInput.usualMaximumLength)"),
    ("characters of a value that is typed or pasted", "\(VariableEdit.maximumLength)"),
    ("size of a paste", "\(PasteBuffer.limit) bytes"),
    (
      "size of an escape sequence or a response of the terminal",
      "\(InputDecoder.longestSequence) bytes"
    ),
    ("mouse actions that wait one after another", "\(EventQueue.mouseLimit)"),
    ("columns and rows of a screen, each", "\(Size.maximumSide)"),
    ("size of a line of plain mode", "\(LineBuffer.limit) bytes"),
    ("size of a value from an editor", "\(EditorRun.sizeLimit) bytes"),
    ("size of a request to the server, also inflated", "\(ServerLimits().bodySize) bytes"),
    (
      "inflated bytes of a request for each byte received, after 64 KiB",
      "\(ServerLimits.inflationRatio)"
    ),
    ("size of the headers of a request to the server", "\(ServerLimits().headerSize) bytes"),
    ("bodies that the server receives at once", "\(ServerLimits().totalBodySize) bytes"),
    (
      "responses and events of the server that clients have not read",
      "\(ServerLimits().totalUnsentSize) bytes"
    ),
    ("connections of the server", "\(ServerLimits().connections)"),
    ("event streams of the server", "\(ServerLimits().streams)"),
    (
      "time of a request to the server, and of an event until its client has read it",
      "\(ServerLimits().timeout.components.seconds) s"
    ),
    ("unsent bytes of an event stream", "\(ServerLimits().streamBacklog) bytes"),
    ("context of an event stream", "\(ClientResultsRequest.streamLimit) bytes"),
    ("contexts of all event streams", "\(EventBroadcaster.contextLimit) bytes"),
    ("key of a request to the server", "\(FlagKey.maximumSize) bytes"),
    ("cached evaluations of all flags with their users", "\(BulkEvaluation.limit.size) bytes"),
    ("cached documents for single users", "\(DocumentCaches.limit.size) bytes"),
    ("requests that wait for a large response", "\(WorkPool.Limit.size) bytes"),
    ("wait for a large response", "\(WorkPool.Limit.time.components.seconds) s"),
    (
      "memory of the users of features in the activity",
      "\(ActivityRecorder.Limit.userMemory) bytes"
    ),
    (
      "memory of the results by key in the activity",
      "\(ActivityRecorder.Limit.resultMemory) bytes"
    ),
    ("overrides of a request to the server", "\(RequestOverrides.maximumSize) bytes"),
    ("cached features with the overrides of requests", "\(RequestOverrides.limit.size) bytes"),
    ("duration of an override in a preset", "\(Override.longestLength) s"),
    ("size of a file for `assert --asked`", "\(AskedResults.fileLimit) bytes"),
    ("users of a test that are counted exactly", "\(TestTally.limit)"),
    ("memory of the users of all tests", "\(TestRecorder.limit) bytes"),
    ("memory of the attributes of users of tests", "\(RecordedContexts.limit) bytes"),
    ("size of the log of source changes, before its rotation", "\(SourceLog.rotationSize) bytes"),
    ("size of a line in the log of source changes", "\(SourceLog.lineLimit) bytes"),
    ("features of a line in the log of source changes", "\(SourceEntry.featureLimit)"),
    (
      "connectivity checks and polls in a curve, each",
      "\(max(ConnectivityHistory.limit, PollHistory.limit))"
    ),
    ("size of a file with source code", "\(UsageSearch.sizeLimit) bytes"),
    ("nested expressions in strings of source code", "\(Lexer.depthLimit)"),
    ("bytes of a line of source code in a usage", "\(LineFinder.lineLimit)"),
    (
      "wait for the files of a folder that git lists",
      "\(CodeFolder.gitLimit.components.seconds) s"
    ),
    ("size of the list of files from git", "\(GitFileList.sizeLimit) bytes"),
    (
      "wait for the next poll while the server denies the credentials",
      "\(PollSettings.longestDenial.components.seconds) s"
    ),
    (
      "size of the file of another server that `--ready-file` recognises",
      "\(ReadyFile.sizeLimit) bytes"
    ),
    ("wait for a lock", "\(FileSystem.lockDeadline.components.seconds) s"),
    ("wait for data or for space in a pipe", "\(FileSystem.pipePatience / 1_000) s"),
  ]

  @Test func `the table of limits lists every limit with its maximum`() throws {
    let rows = try DocumentationPage("docs/reference/limits.md").tables.joined().map {
      $0.prefix(2)
    }
    #expect(rows.count == Self.limits.count)
    for (row, limit) in zip(rows, Self.limits) {
      #expect(row == [limit.name, limit.maximum])
    }
  }
}

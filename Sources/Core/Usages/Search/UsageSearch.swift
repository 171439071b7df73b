import Dispatch
package import Files
import Glibc
import Locking

/// Searches source code for the usages of features.
///
/// Two threads read all files twice. The first pass finds literals, aliases, and constants whose value is
/// the name of a feature; the second pass finds uses of these constants. Quick byte filters skip files that
/// cannot contain a usage, so that they are not lexed.
package struct UsageSearch: Sendable {
  /// The maximum size of a file in bytes: 2 MiB; larger files are not searched.
  package static let sizeLimit = 2 << 20

  private let terms: SearchTerms
  private let folders: [String]

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - names: The names of the features.
  ///   - folders: The folders and files to search.
  ///   - calls: The functions whose calls are searched for names that are not in `names`; `nil` to
  ///     report no unknown names.
  ///   - hasAliases: Whether identifiers and literals with an alias count as usages.
  ///   - patterns: The patterns in which names and aliases of one word count, too.
  package init(
    names: some Sequence<String>,
    folders: [String],
    calls: FlagCalls? = nil,
    hasAliases: Bool = true,
    patterns: [CodePattern] = []
  ) {
    let names = Set(names).subtracting([""])
    let aliases = AliasTable(names: hasAliases ? names : [], patterns: patterns)
    terms = SearchTerms(names: names, calls: calls, aliases: aliases)
    self.folders = folders
  }

  /// A folder that cannot be searched.
  package struct Failure: Error, Equatable {
    package let folder: String
    package let error: SystemError
  }

  /// Runs the search; blocks the calling thread.
  ///
  /// - Parameter onProgress: Receives the completed fraction, from 0 to 1, on any thread; returns
  ///   whether to continue.
  /// - Returns: The report; for a cancelled search, the usages that were found so far.
  /// - Throws: The folder that cannot be searched.
  package func run(
    onProgress: @escaping @Sendable (Double) -> Bool = { _ in true }
  ) throws(Failure) -> UsageReport {
    let (paths, foldersWithoutGit) = try files()
    let progress = Progress(count: 2 * paths.count, report: onProgress)
    let first = ParallelFileScan(paths, progress).run { bytes, language, index in
      guard terms.mayOccur(in: bytes, language) else { return FileFindings() }
      let search = FileSearch(bytes, language, path: paths[index], index: index)
      return search.usages(of: terms)
    }
    let constants = Dictionary(grouping: first.constants, by: \.name)
    let words = WordFilter(constants.keys)
    let second =
      constants.isEmpty
      ? FileFindings()
      : ParallelFileScan(paths, progress).run { bytes, language, index in
        guard words.matches(bytes) else { return FileFindings() }
        let search = FileSearch(bytes, language, path: paths[index], index: index)
        return search.references(to: constants, words)
      }
    var report = UsageReport()
    report.usages = Self.withoutDuplicates(first.usages + second.usages).sorted {
      ($0.location, $0.feature) < ($1.location, $1.feature)
    }
    report.unknownNames = first.unknownNames.sorted { $0.location < $1.location }
    report.fileCount = first.fileCount
    report.foldersWithoutGit = foldersWithoutGit
    report.skippedFiles = first.skippedFiles.sorted()
    return report
  }

  /// Removes each alias at the location of a use of a constant of the same feature.
  private static func withoutDuplicates(_ usages: [Usage]) -> [Usage] {
    var references: [String: Set<CodeLocation>] = [:]
    for usage in usages {
      if case .reference = usage.kind {
        references[usage.feature, default: []].insert(usage.location)
      }
    }
    guard !references.isEmpty else { return usages }
    return usages.filter { usage in
      switch usage.kind {
      case .literal, .declaration, .reference: true
      case .alias, .pattern: references[usage.feature]?.contains(usage.location) != true
      }
    }
  }

  /// Returns the line of the first string in a JSON document that equals each name, counted from 1.
  package static func lines(of names: some Sequence<String>, in bytes: [UInt8]) -> [String: Int] {
    let names = Set(names)
    return bytes.withUnsafeBufferPointer { bytes in
      let file = CodeFile(bytes, .javaScript)
      var finder = LineFinder(bytes)
      var lines: [String: Int] = [:]
      for token in file.tokens.indices {
        guard let name = file.value(token), names.contains(name), lines[name] == nil else {
          continue
        }
        lines[name] = finder.position(of: Int(file.tokens[token].start)).line
      }
      return lines
    }
  }

  private func files() throws(Failure) -> (
    paths: [String], foldersWithoutGit: [UsageReport.FolderWithoutGit]
  ) {
    var known: Set<String> = []
    var paths: [String] = []
    var foldersWithoutGit: [UsageReport.FolderWithoutGit] = []
    for folder in folders {
      do throws(SystemError) {
        let listing = try CodeFolder(folder).files()
        if let defect = listing.gitDefect {
          foldersWithoutGit.append(.init(path: folder, defect: defect))
        }
        for path in listing.paths where known.insert(path).inserted { paths.append(path) }
      } catch {
        throw Failure(folder: folder, error: error)
      }
    }
    return (paths, foldersWithoutGit)
  }
}

/// The texts for which the first pass searches files.
struct SearchTerms: Sendable {
  let names: Set<String>
  let calls: FlagCalls?
  let aliases: AliasTable
  /// A filter for the words that are aliases.
  let aliasWords: WordFilter
  private let filter: NameFilter
  /// A filter for the words of aliases, of patterns and of calls.
  private let words: WordFilter

  init(names: Set<String>, calls: FlagCalls?, aliases: AliasTable) {
    self.names = names
    self.calls = calls
    self.aliases = aliases
    aliasWords = WordFilter(aliases.entries.keys)
    filter = NameFilter(names)
    words = WordFilter(aliases.fileWords + (calls?.names ?? []))
  }

  /// Returns whether a file can contain one of the texts; `false` is certain.
  func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) -> Bool {
    filter.matches(bytes, language) || words.matches(bytes)
  }
}

/// The results of the search in a set of files.
struct FileFindings: Sendable {
  var usages: [Usage] = []
  var unknownNames: [UnknownName] = []
  var constants: [Constant] = []
  var fileCount = 0
  var skippedFiles: [String] = []

  mutating func add(_ other: FileFindings) {
    usages += other.usages
    unknownNames += other.unknownNames
    constants += other.constants
    fileCount += other.fileCount
    skippedFiles += other.skippedFiles
  }
}

/// Counts the searched files, reports the progress, and records a cancellation.
private final class Progress: Sendable {
  private let state = Locked((done: 0, isCancelled: false))
  private let count: Int
  private let report: @Sendable (Double) -> Bool

  /// The number of files between two progress reports.
  private static let step = 128

  init(count: Int, report: @escaping @Sendable (Double) -> Bool) {
    self.count = max(count, 1)
    self.report = report
  }

  /// Counts a file; returns whether to continue.
  func advance() -> Bool {
    let (done, isCancelled) = state.withLock { state in
      state.done += 1
      return state
    }
    guard !isCancelled else { return false }
    if done % Self.step == 0, !report(Double(done) / Double(count)) {
      state.withLock { $0.isCancelled = true }
      return false
    }
    return true
  }
}

/// Processes files on two threads.
private struct ParallelFileScan: Sendable {
  typealias Body =
    @Sendable (UnsafeBufferPointer<UInt8>, CodeLanguage, _ index: Int) -> FileFindings

  private let paths: [String]
  private let progress: Progress
  private let next = Locked(0)
  private let findings = Locked(FileFindings())

  init(_ paths: [String], _ progress: Progress) {
    self.paths = paths
    self.progress = progress
  }

  /// Calls the closure with the bytes of each file, and returns the collected results.
  func run(_ body: @escaping Body) -> FileFindings {
    let done = DispatchSemaphore(value: 0)
    let hasHelper =
      paths.count > 1
      && BackgroundThread.start {
        work(body)
        done.signal()
      }
    work(body)
    if hasHelper { done.wait() }
    return findings.withLock { $0 }
  }

  private func work(_ body: Body) {
    var found = FileFindings()
    let reader = FileReader(limit: UsageSearch.sizeLimit)
    while true {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < paths.count, progress.advance() else { break }
      guard let language = CodeLanguage(path: paths[index]) else { continue }
      switch reader.read(paths[index]) {
      case .text(let bytes):
        found.fileCount += 1
        found.add(body(bytes, language, index))
      case .skipped: found.skippedFiles.append(paths[index])
      case .binary, .missing: break
      }
    }
    findings.withLock { $0.add(found) }
  }
}

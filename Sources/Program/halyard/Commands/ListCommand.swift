import Dashboard
import Documents
import FeatureFlags
import OFREP
import Serving
import Text

import struct FoundationEssentials.Date

/// Lists the features with their states.
struct ListCommand: Command {
  static let row = CommandRow(
    name: "list",
    summary: "List the features and the state of each.",
    options: [
      .section, .type, .overridden, .only, .byNote, .sort, .json, .tsv, .csv, .manifest,
    ],
    optionHelp: [
      .only: "With --overridden: list only the overrides for these users.",
      .tsv: "Write values separated by tabs, with a header line; \"kept\" means until reset.",
      .csv: "Write values separated by commas, with a header line; \"kept\" means until reset.",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let filter: GroupFilter
  private let isOverridden: Bool
  /// The users whose overrides are listed, as they were typed; `nil` for all.
  private let only: String?
  /// The order of `--sort`; `nil` without the option.
  private let order: SortOrder?
  /// Whether the overrides are listed by their notes, such as tickets.
  private let isByNote: Bool
  private let isJSON: Bool
  private let isManifest: Bool
  /// The format of `--tsv` or `--csv`; `nil` without the options.
  private let separated: SeparatedText.Format?

  init(_ arguments: Arguments) throws(Failure) {
    filter = try GroupFilter(arguments)
    source = try arguments.sourceOptions()
    isOverridden = arguments.has(.overridden)
    only = arguments.value(.only)
    isByNote = arguments.has(.byNote)
    for option in [Option.only, .byNote] where arguments.has(option) && !isOverridden {
      throw arguments.usage("\(option.flag) needs --overridden")
    }
    order = arguments.has(.sort) ? try SortOrder(arguments) : nil
    isJSON = arguments.has(.json)
    isManifest = arguments.has(.manifest)
    let others = [Option.json, .tsv, .csv, .overridden, .sort].filter(arguments.has)
    let formats = [Option.json, .tsv, .csv, .sort].filter(arguments.has)
    if isByNote, let other = formats.first {
      throw arguments.usage("found --by-note and \(other.flag), expected only one of them")
    }
    if isManifest, let other = others.first {
      throw arguments.usage("found --manifest and \(other.flag), expected only one of them")
    }
    separated = try SeparatedText.Format(arguments)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    context.warn(of: loaded)
    var features = context.setup.store.features
    var titles = Set(features.lazy.map(\.sectionTitle))
    if isOverridden {
      features = overridden(in: context.setup.store, for: try context.scope(only))
      titles.formUnion(features.map(\.sectionTitle))
    }
    features = try filter.selected(from: features, titles: titles)
    if features.isEmpty, !filter.isEmpty {
      context.console.remark("No features match.")
    }
    if isManifest { return context.console.write(json: FlagManifest(features).file) }
    if isByNote { return OverridesByNote(features).print(context.console) }
    let changes = order == .changed ? try await changes(context.setup) : [:]
    if isJSON {
      // Without --sort, the features stay in the order of the source.
      if let order {
        features = order.positions(of: features, changes: changes).map { features[$0] }
      }
      return Self.write(features, origin: loaded.origin, to: context.console)
    }
    let positions = (order ?? .section).positions(of: features, changes: changes)
    if let separated {
      return context.console.write(Self.text(features, positions, as: separated))
    }
    print(features, positions, context.console)
  }

  /// Writes an array of the features in parts, because the text of very many features takes several
  /// times the memory of their configuration.
  private static func write(_ features: [Feature], origin: Origin, to console: Console) {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, feature) in features.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      feature.json(origin: origin).writeElement(to: &bytes)
      guard bytes.count >= 1 << 16 else { continue }
      console.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    bytes.append(contentsOf: (features.isEmpty ? "]\n" : "\n]\n").utf8)
    console.write(bytes)
  }

  /// The position in the workspace's history of the last change of each feature.
  private func changes(_ setup: Setup) async throws(Failure) -> [Feature.Name: Int] {
    let history = try await mapError(awaiting: await setup.store.history(), to: Failure.notRead)
    return history.operations.enumerated().reduce(into: [:]) { positions, operation in
      for change in operation.element.changes { positions[change.feature] = operation.offset }
    }
  }

  /// The features with an override, once for each scope of their overrides, as the users of the scope get
  /// them; including features that the source does not have.
  private func overridden(in store: FlagStore, for only: OverrideScope?) -> [Feature] {
    (store.features + store.orphans).flatMap { feature in
      let scopes = feature.overrides.filter { !$0.override.isEmpty || feature.isRemoved }.map(
        \.scope
      )
      return scopes.sorted().filter { only == nil || $0 == only }.map { scope in
        var view = store.view(of: feature.name, for: scope) ?? feature
        view.selectOverride(of: scope)
        return view
      }
    }
  }

  private static func text(
    _ features: [Feature],
    _ positions: [Int],
    as format: SeparatedText.Format
  ) -> String {
    let header = ["name", "state", "type", "section", "override", "by", "note", "for"]
    var text = SeparatedText(format, header: header)
    for feature in positions.lazy.map({ features[$0] }) {
      let override = feature.isOverridden ? feature.override : nil
      text.add(
        [
          feature.name.rawValue, feature.stateText, feature.isRemoved ? "" : feature.type.token,
          feature.sectionTitle, override?.lifetimeText ?? "", override?.author ?? "",
          override?.note ?? "", override == nil ? "" : feature.overrideScope.description,
        ]
      )
    }
    return text.text
  }

  /// Prints a header and truncated rows on a terminal; otherwise prints only rows, untruncated, for
  /// scripts.
  private func print(_ features: [Feature], _ positions: [Int], _ console: Console) {
    var header = ["NAME", "STATE", "TYPE", "SECTION"]
    if console.columns != nil, features.contains(where: \.isOverridden) {
      header.append("OVERRIDE")
      if features.contains(where: { $0.isOverridden && $0.override?.note != nil }) {
        header.append("NOTE")
      }
    }
    let now = Date()
    let clock = console.columns == nil ? nil : WallClock.system(at: now)
    let rows = positions.lazy.map { row(features[$0], clock, now: now) }
    console.print(rows, header: header)
  }

  /// The cells of the row of a feature.
  ///
  /// With a clock, for a terminal, the override has one cell with its lifetime in words. Without a
  /// clock, for scripts, the override has the cell `overridden` and, unless it is kept and has no note,
  /// a cell with its lifetime as in the CSV. The last cell is the note.
  private func row(_ feature: Feature, _ clock: WallClock?, now: Date) -> [String] {
    let cells = [
      feature.name.text, feature.listedState, feature.typeText, feature.sectionTitle.visible,
    ]
    guard feature.isOverridden, let override = feature.override else { return cells }
    let note = override.note.map { [$0] } ?? []
    let scope = feature.overrideScope == .everyone ? "" : " for \(feature.overrideScope)"
    if let clock { return cells + [override.markWithRemainder(clock, now: now) + scope] + note }
    let isPlain = override.lifetime == .kept && note.isEmpty
    return cells + ["overridden" + scope] + (isPlain ? [] : [override.lifetimeText]) + note
  }
}

extension Override {
  /// The lifetime as a value for scripts: `kept`, `session`, or the time of the expiry in UTC.
  fileprivate var lifetimeText: String {
    switch lifetime {
    case .kept: "kept"
    case .session: "session"
    case .until(let end): end.storedText
    case .lasting(let length): "for " + length.text
    }
  }
}

extension SortOrder {
  /// Sorts features; equal features are in the order of `section`.
  ///
  /// - Parameters:
  ///   - features: The features.
  ///   - changes: The position of each feature's last change in the history, for the order
  ///     `changed`.
  /// - Returns: The positions of the features in the sorted order.
  func positions(of features: [Feature], changes: [Feature.Name: Int]) -> [Int] {
    let positions = features.listOrder
    switch self {
    case .section: return positions
    case .name: return sorted(positions, by: { features[$0].name.rawValue.lowercased() }, <)
    case .state: return sorted(positions, by: { features[$0].stateText.lowercased() }, <)
    case .type:
      let types = FeatureType.tokens
      return sorted(positions, by: { types.firstIndex(of: features[$0].type.token) ?? 0 }, <)
    case .changed: return sorted(positions, by: { changes[features[$0].name] ?? -1 }, >)
    }
  }

  private func sorted<Key>(
    _ positions: [Int],
    by key: (Int) -> Key,
    _ precedes: (Key, Key) -> Bool
  ) -> [Int] {
    // Sorts keys, which are computed once, instead of features. `sort` is stable.
    positions.map { (position: $0, key: key($0)) }.sorted { precedes($0.key, $1.key) }
      .map(\.position)
  }
}

import Dashboard
import Frame
import Networking
import Text

/// The destination and the format of a snapshot.
struct SnapshotTarget {
  /// The path of the file; `nil` for standard output.
  let path: String?
  private let format: Format

  /// The format of a snapshot; the raw value is the extension of the file.
  private enum Format: String {
    case svg, cast, ansi, txt
  }

  /// Parses the value of `--output`: a file whose extension names the format, `-` for text on
  /// standard output, or `-` with an extension, such as `-.svg`, for a format on standard output.
  ///
  /// - Throws: `usage` for another extension.
  init(_ name: String) throws(Failure) {
    let ending = name == "-" ? "txt" : name.split(separator: ".").last.map(String.init) ?? ""
    guard let format = Format(rawValue: ending) else {
      throw .usage(
        "--output: found \"\(URLRedaction.redacted(name))\", expected a name in .svg, .cast, .ansi "
          + "or .txt, or -",
        command: SnapshotCommand.row.name
      )
    }
    self.format = format
    path = name == "-" || name == "-." + ending ? nil : name
  }

  /// Prints the recording to standard output in the format of the snapshot.
  func print(_ recording: Recording, theme: Theme, on console: Console) {
    switch format {
    case .ansi: console.print(recording.last)
    case .svg, .cast, .txt: console.write(text(of: recording, theme: theme))
    }
  }

  /// Encodes the recording in the format of the snapshot; `.ansi` and `.txt` have the last screen only.
  ///
  /// SVG and casts have the palette of the theme.
  func text(of recording: Recording, theme: Theme) -> String {
    switch format {
    case .svg: recording.svg(palette: theme.palette ?? .standard, title: "Halyard")
    case .cast: recording.cast(palette: theme.palette, title: "Halyard")
    case .ansi: recording.last.ansi
    case .txt: recording.last.text + "\n"
    }
  }
}

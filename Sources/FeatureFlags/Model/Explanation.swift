/// Why a feature has the state it has, as the flag service that decides about it tells it.
public struct Explanation: Hashable, Sendable {
  /// What was looked at, in order; the last step that gives a variation is the one that decided.
  public var steps: [Step]
  /// What a tester should know of besides, such as a force that has no effect.
  public var remarks: [String]
  /// What comes of the decision, such as an event that is sent; empty for nothing.
  public var consequences: [String]

  /// Makes an explanation.
  public init(steps: [Step] = [], remarks: [String] = [], consequences: [String] = []) {
    self.steps = steps
    self.remarks = remarks
    self.consequences = consequences
  }

  /// One rule that was looked at.
  public struct Step: Hashable, Sendable {
    /// What the rule is, such as `experiment "exp_1"`.
    public var title: String
    /// The variation that it gave; `nil` if it gave none.
    public var variation: String?
    /// What was found.
    public var findings: [Finding]

    /// Makes a step.
    public init(title: String, variation: String? = nil, findings: [Finding] = []) {
      self.title = title
      self.variation = variation
      self.findings = findings
    }
  }

  /// One thing that was found about a rule.
  public struct Finding: Hashable, Sendable {
    /// What was found, in words.
    public var text: String
    /// Whether it speaks for the rule, against it, or cannot be told; `nil` if it does neither.
    public var verdict: Verdict?
    /// How deep it stands below others that it is part of; 0 for none.
    public var depth: Int
    /// Where the user stands among the shares of the rule, if this is about them.
    public var ruler: Ruler?

    /// Makes a finding.
    public init(_ text: String, verdict: Verdict? = nil, depth: Int = 0, ruler: Ruler? = nil) {
      self.text = text
      self.verdict = verdict
      self.depth = depth
      self.ruler = ruler
    }
  }

  /// Whether something speaks for a rule.
  public enum Verdict: Hashable, Sendable {
    /// It speaks for it.
    case yes
    /// It speaks against it.
    case no
    /// It cannot be told, because something is missing or not understood.
    case unknown
  }

  /// The shares of a rule, and where the user stands among them.
  public struct Ruler: Hashable, Sendable {
    /// Where the user stands, from 0 to below `length`.
    public var position: Int
    /// The length of the ruler.
    public var length: Int
    /// The shares, in order; what none of them has is nobody's.
    public var ranges: [Range]

    /// Makes a ruler.
    public init(position: Int, length: Int, ranges: [Range]) {
      self.position = position
      self.length = length
      self.ranges = ranges
    }

    /// One share.
    public struct Range: Hashable, Sendable {
      /// Where it begins.
      public var start: Int
      /// Where it has ended; not before its start.
      public var end: Int
      /// Whose it is; `nil` for nobody.
      public var name: String?

      /// Makes a share.
      public init(start: Int, end: Int, name: String?) {
        self.start = start
        self.end = end
        self.name = name
      }
    }
  }
}

/// Explains how a flag service evaluated a feature for one user, for display.
public struct Explanation: Hashable, Sendable {
  /// The rules that were evaluated, in order; the last step with a variation selected the result.
  public var steps: [Step]
  /// Facts for the tester, such as the reason that an SDK reports.
  public var remarks: [String]
  /// Problems that the tester has to know about, such as a forced variation that has no effect, or a
  /// result that differs between SDKs.
  public var warnings: [String]
  /// The side effects of the evaluation, such as an event that is sent; empty for none.
  public var consequences: [String]

  /// Creates an explanation; by default without steps, remarks, warnings and side effects.
  public init(
    steps: [Step] = [],
    remarks: [String] = [],
    warnings: [String] = [],
    consequences: [String] = []
  ) {
    self.steps = steps
    self.remarks = remarks
    self.warnings = warnings
    self.consequences = consequences
  }

  /// The evaluation of one rule for one user.
  public struct Step: Hashable, Sendable {
    /// The label of the rule, such as `experiment "exp_1"`.
    public var title: String
    /// The variation that the rule selected; `nil` for none.
    public var variation: String?
    /// The text that is shown if `variation` is `nil`, such as `no match`; `nil` shows no text, as in a
    /// step about the state of a flag.
    public var outcome: String?
    /// The findings about the rule, such as the conditions of its audience, in the order of
    /// display.
    public var findings: [Finding]

    /// Creates the step of a rule; by default the rule selected no variation.
    public init(
      title: String,
      variation: String? = nil,
      outcome: String? = "no match",
      findings: [Finding] = []
    ) {
      self.title = title
      self.variation = variation
      self.outcome = outcome
      self.findings = findings
    }
  }

  /// One finding about a rule, such as a condition and whether the user meets it.
  public struct Finding: Hashable, Sendable {
    /// The description of the finding, on one line.
    public var text: String
    /// Whether the user meets the condition; `nil` for a finding that is not a condition.
    public var verdict: Verdict?
    /// The nesting level of the finding; 0 for the top level.
    public var depth: Int
    /// The bucket of the user in the traffic allocation; `nil` for a finding that is not about bucketing.
    public var ruler: Ruler?

    /// Creates a finding; by default it is not a condition, and is at the top level.
    public init(_ text: String, verdict: Verdict? = nil, depth: Int = 0, ruler: Ruler? = nil) {
      self.text = text
      self.verdict = verdict
      self.depth = depth
      self.ruler = ruler
    }
  }

  /// Whether the user meets a condition of a rule.
  public enum Verdict: Hashable, Sendable {
    /// The user meets the condition.
    case yes
    /// The user does not meet the condition.
    case no
    /// The result is unknown: data is missing, or the condition is not supported.
    case unknown
  }

  /// The traffic allocation of a rule, with the bucket of the user.
  public struct Ruler: Hashable, Sendable {
    /// The bucket of the user, from 0 to below `length`.
    public var position: Int
    /// The total number of buckets, such as 10,000.
    public var length: Int
    /// The number of the first bucket for display: 0, or 1 for a service that numbers its buckets from 1.
    public var firstNumber: Int
    /// The allocated ranges, in order; the buckets between them have no variation.
    public var ranges: [Range]

    /// Creates a ruler for a bucket of the user in 0..<length; by default the buckets are numbered from 0.
    public init(position: Int, length: Int, firstNumber: Int = 0, ranges: [Range]) {
      self.firstNumber = firstNumber
      self.position = position
      self.length = length
      self.ranges = ranges
    }

    /// One range of buckets, half open: `start..<end`.
    public struct Range: Hashable, Sendable {
      /// The first bucket of the range, from 0.
      public var start: Int
      /// The bucket after the last one of the range; never less than `start`.
      public var end: Int
      /// The variation or experiment that owns the range; `nil` for none.
      public var name: String?

      /// Creates a range; `name` is `nil` if no variation or experiment owns the range.
      public init(start: Int, end: Int, name: String?) {
        self.start = start
        self.end = end
        self.name = name
      }
    }
  }
}

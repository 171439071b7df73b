/// Recognises attributes whose values can be secrets, by their names.
///
/// Unlike the parameters of a URL, the attributes of a user are what a report is about: only values
/// whose attribute names suggest a secret are hidden.
enum SecretName {
  private static let names: Set = [
    "code", "cred", "jwt", "otp", "pass", "pin", "pw", "sas", "sid",
  ]
  private static let parts = [
    "token", "secret", "passw", "passphrase", "apikey", "signature", "credential", "authoriz",
    "bearer", "session", "authcode",
  ]
  private static let endings = ["auth", "key", "pwd", "sig"]

  /// Whether the value of an attribute with the given name can be a secret.
  static func matches(_ name: String) -> Bool {
    let name = name.lowercased().filter { !"-_. ".contains($0) }
    return names.contains(name) || parts.contains { name.contains($0) }
      || endings.contains { name.hasSuffix($0) }
  }
}

import Testing

@testable import FeatureFlags

/// Tests the documents in objects of Kubernetes.
struct KubernetesObjectTests {
  private func document(_ text: String) -> String? {
    KubernetesObject.document(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `the text of a ConfigMap is the document, on its own lines`() {
    let text = """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: flags
      data:
        owner: shop
        features.json: |
          { "features": [
            { "name": "New Cart" } ] }
      """
    let lines = document(text)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    #expect(lines.prefix(7).joined().isEmpty)
    #expect(lines.dropFirst(7).first == "{ \"features\": [")
  }

  @Test func `the flags of a FeatureFlag are the document, on their own lines`() {
    let text = """
      apiVersion: core.openfeature.dev/v1beta1
      kind: FeatureFlag
      metadata:
        name: flags
      spec:
        flagSpec:
          flags:
            cart:
              state: ENABLED
      status: {}
      """
    #expect(
      document(text) == "\n\n\n\n\n\n    flags:\n      cart:\n        state: ENABLED"
    )
  }

  @Test(arguments: [
    "apiVersion: v1\nkind: ConfigMap\ndata:\n  a.json: '{\"a\": 1}'\n  b.json: '{\"b\": 1}'\n",
    "apiVersion: v1\nkind: ConfigMap\n", "{\"features\": []}", "apiVersion: v1\nkind: Pod\n", "",
  ])
  func `other documents are read as they are`(text: String) {
    #expect(document(text) == nil)
  }
}

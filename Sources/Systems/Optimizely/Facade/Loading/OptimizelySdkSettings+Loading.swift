extension OptimizelySdkSettings {
  /// Returns the loader of the datafile of an SDK key.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key; if empty, no datafile is downloaded or cached.
  ///   - address: The URL of datafiles, in which `%@` is replaced by the key; `nil` means the URL
  ///     of the settings.
  /// - Returns: The loader, with the HTTP client, workspace and clock of the settings.
  func loader(sdkKey: String, address: String? = nil) -> DatafileLoader {
    DatafileLoader(
      url: datafileAddress(of: sdkKey, format: address),
      client: httpClient,
      cache: sdkKey.isEmpty ? nil : workspace(of: sdkKey),
      order: conjunctionOrder,
      now: now
    )
  }
}

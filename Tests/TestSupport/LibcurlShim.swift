import Glibc

/// A replacement for libcurl that rejects chosen options, as an older version does, and forwards
/// all other calls.
package enum LibcurlShim {
  /// Whether a C compiler and the system's libcurl are installed.
  package static let isAvailable =
    Shell.run("command -v cc && test -n \"$(\(realPath))\"") == 0

  private static let realPath =
    "PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*libcurl\\.so\\.4 .*=> //p' | head -n 1"

  /// The error of a failed compilation.
  package struct Failure: Error {
    package let reason: String
  }

  /// Compiles the replacement library.
  ///
  /// - Returns: The path of the shared library.
  /// - Throws: `Failure` if the compiler fails.
  package static func compile(in folder: TemporaryFolder) throws -> String {
    let source = try folder.write(text, to: "libcurl.c")
    let library = folder.path(of: "libcurl-shim.so")
    let made = Shell.run(
      "cc -shared -fPIC -w -DREAL=\"\\\"$(\(realPath))\\\"\" "
        + "-o '\(library)' '\(source)' -ldl"
    )
    guard made == 0 else { throw Failure(reason: "cc does not compile \(source)") }
    return library
  }

  /// Sets the numbers of the rejected options; must not be called during a request.
  package static func refuse(_ options: Set<Int>) {
    setenv(variable, options.map { " \($0) " }.joined(), 1)
  }

  private static let variable = "HALYARD_TEST_REFUSED"

  private static var text: String {
    let forwards = functions.map { "FORWARD(\($0))" }.joined(separator: "\n")
    return """
      #include <dlfcn.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      static void *real(const char *name) {
        return dlsym(dlopen(REAL, RTLD_NOW | RTLD_LOCAL), name);
      }
      #define FORWARD(name) long name(long a, long b, long c, long d, long e) { \\
        return ((long (*)(long, long, ...))real(#name))(a, b, c, d, e); }
      \(forwards)
      long curl_easy_setopt(long easy, int option, long value) {
        char number[16];
        snprintf(number, sizeof number, " %d ", option);
        const char *refused = getenv("\(variable)");
        if (refused && strstr(refused, number)) return 48;
        return ((long (*)(long, int, ...))real("curl_easy_setopt"))(easy, option, value);
      }
      """
  }

  private static let functions = [
    "curl_global_init", "curl_easy_init", "curl_easy_cleanup", "curl_easy_pause",
    "curl_easy_perform",
    "curl_easy_strerror", "curl_easy_getinfo", "curl_free", "curl_multi_init",
    "curl_multi_cleanup", "curl_multi_add_handle", "curl_multi_remove_handle",
    "curl_multi_perform", "curl_multi_poll", "curl_multi_wakeup", "curl_multi_setopt",
    "curl_multi_info_read", "curl_slist_append", "curl_slist_free_all", "curl_url",
    "curl_url_cleanup", "curl_url_set", "curl_url_get", "curl_version",
  ]
}

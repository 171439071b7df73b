import CNcurses
import Glibc

/// A description of terminals with 24-bit colours that ncurses gets in memory: the terminal database has none
/// whose colours up to 255 are those of the palette.
struct DirectDescription: Hashable, Sendable {
  /// Whether the terminal erases cells in the background colour (the flag `bce` of the terminal database).
  let erasesInColour: Bool

  /// Opens a screen of ncurses, whose output goes to a file; `nil` if ncurses cannot use the description.
  ///
  /// ncurses reads the description from the environment of this process. A variable that is added last does
  /// not move the others, so that other threads can read them meanwhile.
  func open(_ file: UnsafeMutablePointer<FILE>) -> OpaquePointer? {
    let variable = "TERMINFO"
    let former = getenv(variable).map { String(cString: $0) }
    setenv(variable, "b64:" + entry, 1)
    defer { if let former { setenv(variable, former, 1) } else { unsetenv(variable) } }
    return cn_open("halyard-direct", file)
  }

  /// The entry in Base64, from `Sources/CNcurses/direct.ti`, which has the command that makes it.
  var entry: String {
    // The character with the flag `bce`.
    let erases = erasesInColour ? "F" : "B"
    return """
      HgJRAB0ADwBpAasCaGFseWFyZC1kaXJlY3R8dGVybWluYWwgd2l0aCAyNC1iaXQgY29sb3VycyB0aGF0IGVyYXNlcy\
      BpbiB0aGUgYmFja2dyb3VuZCBjb2xvdXIAAAEAAAEAAAAAAAAAAAEBAAAAAAAAAAAAAAAAAA\(erases)QAAAACAAAABgAAAD/\
      ////////////////////////////////////////////////////AAAAAgAAAQD//wAAAgAEAP//FQAdACEAJQD//z\
      AAQQBDAEcATgD//1AAVwD//1sA//9fAGMA//////////9nAGwA//91AHoA/////38AhACJAI4A//+XAJsA//+kAKkA\
      rwD/////////////////////tQD///////////////////////////////////////////////////////////////\
      ///////////////////////////7kAwQD////////////////////////////////////////JANIA2wDkAO0A9gD/\
      AAgBEQEaAf///////////////////////////////yMB//8uATABMwH///////////////////////////////////\
      ///////////////2kBbwH/////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////dQH///////////////////////////\
      ////////////////////////////////////////////96Af//////////////////////////////////gwH/////\
      //////////////////+IAf////////////////////////////////////////////////////////////////////\
      //////////////////////////////jgEcAgcADQAbWyVpJXAxJWQ7JXAyJWRyABtbSBtbMkoAG1tLABtbSgAbWyVp\
      JXAxJWRHABtbJWklcDElZDslcDIlZEgACgAbW0gAG1s/MjVsAAgAG1s/MjVoABtbQwAbW0EAG1tQABtbTQAbWzFtAB\
      tbPzEwNDloABtbMm0AG1s0aAAbWzdtABtbN20AG1s0bQAbWyVwMSVkWAAbW20AG1s/MTA0OWwAG1s0bAAbWzI3bQAb\
      WzI0bQAbW0wAG1s/MWwbPgAbWz8xaBs9ABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABtbJXAxJW\
      RTABtbJXAxJWRMABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRUABtbJXAxJWRBABtbJWklcDElZGQACgAbTQAbWzAl\
      PyVwNiV0OzElOyU/JXA1JXQ7MiU7JT8lcDIldDs0JTslPyVwMSVwMyV8JXQ7NyU7bQAbWz83aAAbWz83bAAbWzFLAB\
      tbMzk7NDltABtbM20AG1syM20AG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2fSU8JXQ5JXAxJXs4fSUtJWQl\
      ZSVwMSV7MjU2fSU8JXQzODs1OyVwMSVkJWUzODsyOyVwMSV7NjU1MzZ9JS8lezI1NX0lJiVkOyVwMSV7MjU2fSUvJX\
      syNTV9JSYlZDslcDElezI1NX0lJiVkJTttABtbJT8lcDElezh9JTwldDQlcDElZCVlJXAxJXsxNn0lPCV0MTAlcDEl\
      ezh9JS0lZCVlJXAxJXsyNTZ9JTwldDQ4OzU7JXAxJWQlZTQ4OzI7JXAxJXs2NTUzNn0lLyV7MjU1fSUmJWQ7JXAxJX\
      syNTZ9JS8lezI1NX0lJiVkOyVwMSV7MjU1fSUmJWQlO20AAAIAAAAAAAIABwABAQAAAwBBWABSR0IA
      """
  }
}

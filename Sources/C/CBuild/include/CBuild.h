// The facts about the build of the program that Swift code cannot know.
#ifndef HALYARD_CBUILD_H
#define HALYARD_CBUILD_H

/// The commit of the checkout, with the suffix "-dirty" if files of the repository were changed; NULL if
/// the build does not know it.
const char *cb_commit(void);

/// The version of the Swift compiler, or NULL if Package.swift has not found it.
const char *cb_swift_version(void);

/// Whether the Swift runtime is a part of the program.
int cb_is_static(void);

#endif

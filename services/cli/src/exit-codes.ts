/** Exit codes of the program. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command failed; the message is for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** A program that the command started has failed and already reported why on standard error. */
export class AlreadyReported extends Error {
  override readonly name = 'AlreadyReported'
}

/** The command was used incorrectly; the message describes the correct usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

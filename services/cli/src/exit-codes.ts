/** What the shell is told. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command could not do what was asked; the message is for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** A program that the command runs has failed, and said on standard error why. */
export class AlreadyTold extends Error {
  override readonly name = 'AlreadyTold'
}

/** The command was called wrongly; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Fields of a log line; errors go under `err`. */
export type LogFields = Readonly<Record<string, unknown>>

/** Interface for logging; a pino logger implements it. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** For components and tests without a log. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

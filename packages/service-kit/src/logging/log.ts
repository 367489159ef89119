/** Fields of a log line; an error goes under `err`. */
export type LogFields = Readonly<Record<string, unknown>>

/** What a part of a service needs to tell operators something; a pino logger is one. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** For parts and tests that nobody listens to. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

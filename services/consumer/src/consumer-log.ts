/** What the consumer says to operators; a pino logger is one. */
export interface ConsumerLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** Log for operators, for example a pino logger. */
export interface ConsumerLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

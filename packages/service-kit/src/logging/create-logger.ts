import { pino, type DestinationStream, type Logger } from 'pino'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LoggerOptions {
  level: LogLevel
  /** Name of the service or role that logs. */
  name: string
  /** Default: standard output. */
  destination?: DestinationStream
}

const secretFields = ['authorization', 'apiKey', 'key', 'secret', 'password', 'token', 'publicKey', 'cookie']

/**
 * Logs JSON lines with ISO times. Fields with credentials are redacted, at the top level and up to three levels down.
 */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  const prefixes = ['', '*.', '*.*.', '*.*.*.']
  const options = {
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: prefixes.flatMap((prefix) => secretFields.map((field) => prefix + field)), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

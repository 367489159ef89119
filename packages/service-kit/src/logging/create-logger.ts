import { pino, type DestinationStream, type Logger } from 'pino'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LoggerOptions {
  level: LogLevel
  /** The service or role that speaks. */
  name: string
  /** Standard output when left out. */
  destination?: DestinationStream
}

const secretFields = ['authorization', 'apiKey', 'key', 'secret', 'password', 'token', 'publicKey', 'cookie']

/** JSON lines with ISO times. Fields that hold credentials are blanked, at the top and up to three levels down. */
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

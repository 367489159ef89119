import { logLevels, type LogLevel } from '@signalbox/contracts'

export interface Severity {
  level: LogLevel
  /** OpenTelemetry severity number, 1 to 24. */
  severity_number: number
}

/** Where an SDK may state an entry's severity: in fields of the entry, in its attributes, or not at all. */
export interface SeveritySources {
  /** Words, best source first. */
  words: readonly unknown[]
  /** OpenTelemetry severity numbers, best source first. */
  numbers: readonly unknown[]
}

const aliases: Readonly<Record<string, LogLevel>> = {
  verbose: 'trace',
  log: 'info',
  information: 'info',
  notice: 'info',
  warning: 'warn',
  err: 'error',
  critical: 'fatal',
}

/** OpenTelemetry has four numbers per level. */
const numbersPerLevel = 4
const numberMax = logLevels.length * numbersPerLevel

/** Reads an entry's severity. Word and number are derived from each other; `info` if neither is known. */
export function readSeverity({ words, numbers }: SeveritySources): Severity {
  const number = firstOf(numbers, readNumber)
  const level = firstOf(words, readLevel) ?? levelOf(number) ?? 'info'
  return { level, severity_number: number ?? logLevels.indexOf(level) * numbersPerLevel + 1 }
}

function firstOf<T>(values: readonly unknown[], read: (value: unknown) => T | undefined): T | undefined {
  for (const value of values) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}

function readLevel(value: unknown): LogLevel | undefined {
  if (typeof value !== 'string') return undefined
  const word = value.slice(0, 20).toLowerCase()
  return logLevels.find((level) => level === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined)
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= numberMax ? value : undefined
}

function levelOf(number: number | undefined): LogLevel | undefined {
  return number === undefined ? undefined : logLevels[Math.floor((number - 1) / numbersPerLevel)]
}

import type { CliEnvironment } from '../environment.js'

/** Where text for people is shown. */
export interface Screen {
  /** Width in characters; missing if the output is a file or a pipe. */
  width?: number | undefined
  /** True if colors may be used: only on terminals, unless `NO_COLOR` is set or the terminal is dumb. */
  isColored: boolean
  /** Unix time in milliseconds, the reference for relative times. */
  now: number
}

/** The properties of a command's output. */
export function screenOf({ stdout, env, clock }: Pick<CliEnvironment, 'stdout' | 'env' | 'clock'>): Screen {
  const width = stdout.columns
  return { width, isColored: width !== undefined && !env['NO_COLOR'] && env['TERM'] !== 'dumb', now: clock() }
}

const units: readonly (readonly [name: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
]

/**
 * `3m ago`, `in 2d`. Times more than 30 days ago and invalid times are returned unchanged; days are shown without
 * hours.
 */
export function toRelativeTime(time: string, now: number): string {
  const seconds = Math.round((now - Date.parse(time)) / 1_000)
  const distance = Math.abs(seconds)
  if (!(distance < 30 * 86_400)) return time.slice(0, time.includes('T') ? 10 : undefined)
  const [name, length] = units.find(([, unit]) => distance >= unit) ?? ['s', 1]
  const text = `${Math.floor(distance / length)}${name}`
  return seconds < 0 ? `in ${text}` : `${text} ago`
}

/** On a terminal, a time with its age up to 30 days; elsewhere, only the time. */
export function toDatedTime(time: string, { width, now }: Pick<Screen, 'width' | 'now'>): string {
  const relative = toRelativeTime(time, now)
  return width === undefined || time.startsWith(relative) ? time : `${time} (${relative})`
}

const bad = ['error', 'fatal', 'failed', 'failure', 'firing', 'critical', 'missed', 'timed_out', 'fail', 'regressed']
const doubtful = ['warning', 'warn', 'degraded', 'escalating', 'late', 'cancelled', 'pending', 'running', 'off', 'no']
const good = ['ok', 'success', 'completed', 'resolved', 'healthy', 'active', 'info']

const colors: ReadonlyMap<string, number> = new Map([
  ...bad.map((word) => [word, 31] as const),
  ...doubtful.map((word) => [word, 33] as const),
  ...good.map((word) => [word, 32] as const),
])

/**
 * Colors a text by state; unknown states leave it unchanged.
 * @param state Default: the first word of the text.
 */
export function colorState(text: string, { isColored }: Pick<Screen, 'isColored'>, state = firstWord(text)): string {
  const color = colors.get(state)
  return isColored && color !== undefined ? `\u001B[${color}m${text}\u001B[0m` : text
}

function firstWord(text: string): string {
  return text.split(' ')[0] ?? ''
}

/** Dims headings, which are less important than what follows. */
export function dim(text: string, { isColored }: Pick<Screen, 'isColored'>): string {
  return isColored ? `\u001B[2m${text}\u001B[0m` : text
}

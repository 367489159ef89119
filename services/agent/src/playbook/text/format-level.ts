import { splitWords } from './words.js'

/** Units by the last words of a metric's name, as displayed. */
const units: Readonly<Record<string, string>> = {
  ms: ' ms',
  milliseconds: ' ms',
  s: ' s',
  sec: ' s',
  secs: ' s',
  seconds: ' s',
  minutes: ' min',
  bytes: ' B',
  mb: ' MB',
  mib: ' MiB',
  percent: ' %',
  pct: ' %',
}
/** Rates by the word that follows `per` at the end of a name: `requests_per_sec`. */
const rates: Readonly<Record<string, string>> = {
  s: '/s',
  sec: '/s',
  second: '/s',
  min: '/min',
  minute: '/min',
  h: '/h',
  hour: '/h',
  day: '/day',
}
/** Durations of OpenTelemetry's semantic conventions, which are in seconds. */
const durations = /\b(http|rpc|db|messaging)\.(server|client)\.(request|operation|call)\.duration\b/
const ratios: ReadonlySet<string> = new Set(['ratio', 'share', 'fraction', 'utilization', 'utilisation'])
/** Sizes before `per`, as in `written_mb_per_sec`. */
const sizeUnits: Readonly<Record<string, string>> = { kb: ' kB', mb: ' MB', mib: ' MiB', gb: ' GB' }
/** Metrics counted in whole units. */
const counts: ReadonlySet<string> = new Set([
  'total',
  'count',
  'restarts',
  'retries',
  'errors',
  'requests',
  'depth',
  'size',
  'connections',
  'threads',
])
/** Aggregate suffixes after the unit, in names such as `delay_ms_p99`. */
const aggregates = /^(p\d+|max|min|avg|mean|median)$/
const sizes = [' B', ' kB', ' MB', ' GB', ' TB']

/** Formats a level with the unit that the metric's name implies: `0.6` of `error_ratio` is `60 %`. */
export function formatLevel(metric: string, value: number): string {
  const [name = metric] = metric.split('{')
  const words = splitWords(name).filter((word) => !aggregates.test(word))
  const last = words.at(-1) ?? ''
  const rate = words.at(-2) === 'per' ? rates[last] : undefined
  if (rate !== undefined) return `${round(value)}${sizeUnits[words.at(-3) ?? ''] ?? ''}${rate}`
  if (splitWords(name).some((word) => ratios.has(word)) && Math.abs(value) <= 1.5 && !/per[_ .]/i.test(name))
    return `${round(value * 100)} %`
  if (units[last] === ' B') return formatBytes(value)
  if (last === 'duration' && durations.test(name)) return `${round(value)} s`
  if (units[last] === ' ms' && Math.abs(value) >= 1_000) return `${round(value / 1_000)} s`
  return `${round(counts.has(last) && Math.abs(value) >= 1 ? Math.round(value) : value)}${units[last] ?? ''}`
}

function formatBytes(value: number): string {
  const power = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log(Math.abs(value) || 1) / Math.log(1000))))
  return `${round(value / 1000 ** power)}${sizes[power] ?? ''}`
}

/** Three significant digits, without an exponent. */
function round(value: number): string {
  const rounded = Number(value.toPrecision(3))
  if (Math.abs(rounded) >= 10_000 && Math.abs(rounded) < 1e15) return rounded.toLocaleString('en-US')
  return Math.abs(rounded) >= 1e15 || (rounded !== 0 && Math.abs(rounded) < 1e-6)
    ? rounded.toExponential(1)
    : String(rounded)
}

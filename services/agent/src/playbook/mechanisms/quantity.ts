import { separateNumbers } from '../changes/mask-numbers.js'

const seconds = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 604_800 }
/** Prefixes of written-out unit names, in seconds. */
const written = { nano: 1e-9, micro: 1e-6, milli: 1e-3, second: 1, minute: 60, hour: 3600, day: 86_400 }
const bytes = {
  k: 1e3,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
  ti: 1024 ** 4,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  g: 1024 ** 3,
}

/** Unit to factor. Memory in upper case (`512M`), time in lower case (`5m`). */
const units = new Map<string, number>([...Object.entries(bytes), ...Object.entries(seconds)])

/** A number in a line, with its surroundings. */
export interface Quantity {
  /** In the base unit (seconds, bytes) if a unit is given, otherwise as written. */
  value: number
  /** Start position within the line. */
  index: number
}

const number = /(?<![\w.$#@/-])-?(\d[\d_]*(?:\.\d+)?)(?:\s*(<<)\s*(\d+))?([a-zA-Zµ%]{0,4})?(?![\w])/g
const unitWord = /\b(?:of)?(nano|micro|milli|second|minute|hour|day)(?:second)?s?\b/i

/** Parses the numbers in a line: `15 * time.Minute` is 900, `64<<20` is 67108864, `256Mi` is 268435456. */
export function readQuantities(code: string): Quantity[] {
  const line = separateNumbers(code)
  const word = unitWord.exec(line)?.[1]?.toLowerCase()
  const factorOfLine = Object.entries(written).find(([name]) => name === word)?.[1] ?? 1
  const unitFactor = /\bcpus?\b/i.test(line) ? cpuFactor : usualFactor
  const found = [...line.matchAll(number)].map((match) => ({
    value: Number((match[1] ?? '').replaceAll('_', '')) * 2 ** Number(match[3] ?? 0) * unitFactor(match[4] ?? ''),
    index: match.index,
  }))
  const [first] = found
  if (!first) return []
  const isProduct = /\d\s*\*\s*\d/.test(line)
  const values = isProduct
    ? [{ value: found.reduce((product, { value }) => product * value, 1), index: first.index }]
    : found
  return values.map((quantity, index) =>
    index === 0 ? { ...quantity, value: quantity.value * factorOfLine } : quantity,
  )
}

function usualFactor(unit: string): number {
  if (unit === 'M') return 1024 ** 2
  return units.get(unit) ?? units.get(unit.toLowerCase()) ?? 1
}

/** For CPU, `200m` is a fifth of a core. */
function cpuFactor(unit: string): number {
  return unit === 'm' ? 0.001 : 1
}

import type { Edit } from '../changes/edit.js'
import type { EditedLine } from '../changes/edited-line.js'
import { asPhrase } from '../text/words.js'
import type { Finding } from './mechanism.js'
import { readQuantities } from './quantity.js'

const ofTime = /\b(timeouts?|deadlines?|ttl|intervals?|delay|expir\w*|max age|wait|period|leeway|backoff|duration)\b/
/** Units of time as code and configuration write them: `30s`, `time.Second`, `ofMillis(`, `timeout_ms`, `FromSeconds`. */
const units: readonly { name: string; code: RegExp }[] = [
  { name: 'nanoseconds', code: /\b\d+ns\b|_ns\b|[nN]anos?(econds?)?\b|NANOSECONDS/ },
  { name: 'microseconds', code: /\b\d+[uµ]s\b|_us\b|[mM]icros?(econds?)?\b|MICROSECONDS/ },
  { name: 'milliseconds', code: /\b\d+ms\b|_ms\b|Ms\b|[mM]illis?(econds?)?\b|MILLISECONDS/ },
  { name: 'seconds', code: /\b\d+s\b|_s(ecs?|econds)?\b|(?<!illi|icro|ano)[sS]econds?\b|\bSECONDS|Secs?\b/ },
  { name: 'minutes', code: /\b\d+m(in)?\b|_min(ute)?s?\b|[mM]inutes?\b|MINUTES/ },
]

/** A time that is given in another unit than before, as when a bare number replaces `30s`. */
export function findChangedUnit({ removed, added, pairs }: Edit): Finding[] {
  // Lines with a number on both sides can be compared by value: `5s` and `5000ms` are the same.
  const valued = new Set(
    pairs
      .filter((pair) => [pair.before, pair.after].every(({ code }) => readQuantities(code).length > 0))
      .flatMap((pair) => [pair.before, pair.after]),
  )
  const [before, after] = [removed, added].map((lines) => unitsOf(lines.filter((line) => !valued.has(line))))
  if (before === undefined || after === undefined) return []
  const gained = [...after].find(([unit]) => !before.has(unit))
  if (before.size === 0 || gained === undefined) return []
  const [[from] = ['']] = before
  const [to, line] = gained
  return [
    {
      mechanism: 'unit-changed',
      sentence: `gives a time in ${to} that was in ${from}`,
      weight: 2.8,
      predicts: ['timeout', 'errors', 'unreachable', 'cache-miss', 'auth', 'surge', 'backlog'],
      line: line.code,
    },
  ]
}

/** Units in lines about a time, each with a line that names it. */
function unitsOf(lines: readonly EditedLine[]): Map<string, EditedLine> {
  const found = new Map<string, EditedLine>()
  for (const line of lines) {
    if (!ofTime.test(asPhrase(line.code))) continue
    for (const { name, code } of units) if (code.test(line.code) && !found.has(name)) found.set(name, line)
  }
  return found
}

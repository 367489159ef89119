import type { Edit } from '../changes/edit.js'
import { asPhrase } from '../text/words.js'
import { isCallOut } from './call-added.js'
import type { Finding } from './mechanism.js'
import type { EditedLine } from '../changes/edited-line.js'

/** Calls that block the process. */
export function findBlockingCall(edit: Edit): Finding[] {
  const blocks =
    /\w+Sync\(|time\.sleep\(|Thread\.sleep\(|\btime\.Sleep\(|\.Result\b|\.GetAwaiter\(\)|\.block\(\)|runBlocking|run_until_complete|subprocess\.|execSync|pbkdf2|bcrypt|scrypt|\.readlines\(\)|deepcopy|cloneDeep|JSON\.parse\(JSON\.stringify|readAll\(|ReadAll\(|requests\.(get|post)\(|urlopen\(/
  const line = findNewLine(edit, (code) => blocks.test(code))
  if (!line) return []
  return [
    {
      mechanism: 'blocking-call',
      sentence: 'does slow, blocking work',
      weight: 2.3,
      predicts: ['latency', 'cpu', 'timeout', 'tasks', 'backlog', 'memory'],
      line: line.code,
    },
  ]
}

/** Expressions with exponential backtracking, and nested loops over the same collection. */
export function findCostlyExpression(edit: Edit): Finding[] {
  const nested =
    /\((?:[^()\\+*]|\\.)*[+*](?:[^()\\]|\\.)*\)\s*[+*{]|(?<!\S)[^\s(]*\([^\s+*]*[+*]\S*\)[+*]|^[^]*?\.\*[^]*?\.\*[^]*?\.\*/
  const isExpression = /re\.|regex|pattern|match|\/[^/]+\/[gimsuy]*|compile|test\(|replace/i
  const line = findNewLine(edit, (code) => nested.test(code) && isExpression.test(code))
  if (!line) return []
  return [
    {
      mechanism: 'costly-expression',
      sentence: 'uses a regular expression that can take exponential time',
      weight: 3,
      predicts: ['cpu', 'latency', 'timeout', 'tasks'],
      line: line.code,
    },
  ]
}

/** Queries that must read more than they return. */
export function findCostlyQuery(edit: Edit): Finding[] {
  const costly =
    /LIKE ['"%$:?]*%|ILIKE|ORDER BY RAND|\bLOWER\(\w+\)|\bUPPER\(\w+\)|\bDATE\(\w+\)|::text\b|CAST\(|\bOFFSET\b|COUNT\(\*\)|\bDISTINCT\b|CROSS JOIN|\bNOT IN \(SELECT|\bKEYS \*|\bkeys\(['"]\*|\.scan\(|findAll\(\)|find\(\{\}\)|\$regex|\.count\(\)|seqscan|ALLOW FILTERING/i
  const line = findNewLine(edit, (code) => costly.test(code))
  if (!line) return []
  return [
    {
      mechanism: 'costly-query',
      sentence: 'runs a query that no index can serve',
      weight: 2.2,
      predicts: ['db-load', 'latency', 'timeout', 'lock'],
      line: line.code,
    },
  ]
}

/** A lock that is held during something slow, or newly acquired. */
export function findHeldLock(edit: Edit): Finding[] {
  const takes =
    /\.R?Lock\(\)|synchronized\b|with .*[lL]ock\b|\.acquire\(|lock\.lock\(\)|FOR UPDATE|LOCK TABLE|\.lock\(\)|advisory_lock|SERIALIZABLE|@Lock|@Synchronized|async with .*[lL]ock/
  const line = findNewLine(edit, (code) => takes.test(code))
  if (!line) return []
  const rest = edit.hunks[line.hunk]?.lines.slice(line.index + 1) ?? []
  const isHeld = rest.some(
    ({ sign, code }) => sign !== '-' && (isCallOut(code) || /[Ff]etch|[Uu]pstream|http|[Ss]leep/.test(code)),
  )
  return [
    {
      mechanism: 'lock-held',
      sentence: isHeld ? 'holds a lock during a remote call' : 'takes a new lock',
      weight: isHeld ? 2.7 : 1.6,
      predicts: ['lock', 'latency', 'timeout', 'tasks', 'connections', 'backlog'],
      line: line.code,
    },
  ]
}

/** A cache key that never matches again. */
export function findUnstableKey(edit: Edit): Finding[] {
  const passing = /\b(now|time|timestamp|uuid|rand(om)?|nano|millis|request id|req id|trace id|nonce|session id|date)\b/
  const pair = edit.pairs.find(
    ({ before, after }) =>
      /\b(key|cache|cached|memo|etag|redis)\b/.test(asPhrase(after.code + ' ' + after.heading)) &&
      passing.test(asPhrase(after.code)) &&
      !passing.test(asPhrase(before.code)),
  )
  if (!pair) return []
  return [
    {
      mechanism: 'unstable-key',
      sentence: 'caches values under a key that differs every time',
      weight: 3,
      predicts: ['cache-miss', 'db-load', 'memory', 'surge', 'cpu'],
      line: pair.after.code,
    },
  ]
}

/** The first added line that matches, unless a removed line matches as well: then it isn't new. */
function findNewLine(
  { added, removed }: Pick<Edit, 'added' | 'removed'>,
  hasSign: (code: string) => boolean,
): EditedLine | undefined {
  return removed.some(({ code }) => hasSign(code)) ? undefined : added.find(({ code }) => hasSign(code))
}

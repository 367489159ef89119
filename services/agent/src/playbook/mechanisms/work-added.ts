import type { Edit } from '../changes/edit.js'
import type { EditedLine } from '../changes/edited-line.js'
import { asPhrase } from '../text/words.js'
import type { Finding } from './mechanism.js'

const loop =
  /^(for|while|foreach)\b|\bfor\b.*\b(of|in|range)\b|\.(forEach|map|each|flatMap|reduce)\(|\bloop\b.*\{|^(do|until)\b|\bfor .* in .*[\])]$/
const outside =
  /\b(query|select|exec|execute|fetch|find\w*|load\w*|read|get(item|one|by\w*|user|product|object)?|put(item|object)?|post|insert|update|save|delete|send|publish|call|request|lookup|rpc|do|http|client|db|redis|session|repo(sitory)?|store|dao|open|stat)\b/
const callOut =
  /\b(db|conn|tx|client|repo|repository|store|dao|session|http|axios|fetch|requests|api|rpc|stub|redis|cache|sql|s3|dynamo\w*|catalog|\w*[cC]lient|\w*[rR]epo(sitory)?|\w*[sS]tore|\w*Api|\w*[sS]ervice)[.(]\w*|readFileSync|fs\.\w+|open\(|QueryRow|\.objects\.|await /

/** A call to something outside, once for each turn of a loop. */
export function findWorkInLoop(edit: Edit): Finding[] {
  const line = edit.gained
    .concat(edit.pairs.map(({ after }) => after))
    .find((added) => isCallOut(added.code) && standsInLoop(edit, added))
  if (!line || wasInLoopBefore(edit, line)) return []
  return [
    {
      mechanism: 'work-in-loop',
      sentence: 'asks something outside once for each element of a loop',
      weight: 2.9,
      predicts: ['db-load', 'fan-out', 'throttled', 'surge', 'cpu', 'connections', 'backlog', 'latency'],
      line: line.code,
    },
  ]
}

function isCallOut(code: string): boolean {
  return callOut.test(code) && outside.test(asPhrase(code)) && /\(/.test(code)
}

/** Whether a line above with less indentation, or the line itself, opens a loop. */
function standsInLoop(edit: Edit, { hunk, index, code }: EditedLine): boolean {
  if (loop.test(code) && /\.(forEach|map|each|flatMap)\(|\bfor\b.*\bin\b/.test(code)) return true
  const lines = edit.hunks[hunk]?.lines ?? []
  const indentation = (text: string) => text.length - text.trimStart().length
  let depth = indentation(lines[index]?.text ?? '')
  for (let above = index - 1; above >= 0; above -= 1) {
    const line = lines[above]
    if (!line || line.code === '' || line.sign === '-' || indentation(line.text) >= depth) continue
    depth = indentation(line.text)
    if (loop.test(line.code))
      return !/ticker|interval|ctx\.Done|accept|listen/i.test(line.code) && line.code !== 'for {'
  }
  return false
}

/** A call that stood in a loop before as well is no new work. */
function wasInLoopBefore(edit: Edit, { code }: EditedLine): boolean {
  const name = /(\w+)\(/.exec(code)?.[1]
  return name !== undefined && edit.removed.some((line) => line.code.includes(`${name}(`) && standsInLoop(edit, line))
}

/** A collection that outlives the request and only grows. */
export function findGrowingCollection(edit: Edit): Finding[] {
  const bounded =
    /\b(lru|evict\w*|max|maxlen|expir\w*|ttl|cap|capacity|delete|remove|shift|pop|prune|weak|trim|bounded|ring|limit)\b/
  const grows =
    /(\w+) = append\(\1|\.(push|append|add|put|set|enqueue|Store|register|on|addListener|subscribe)\(|\w+\[[^\]]+\] ?=[^=]|\+= ?\[/
  const line = edit.added.find(({ code }) => grows.test(code) && outlivesRequest(edit, code))
  if (!line || edit.added.some(({ code }) => bounded.test(asPhrase(code)))) return []
  return [
    {
      mechanism: 'growing-collection',
      sentence: 'adds to a collection that outlives the request and is never emptied',
      weight: 2.8,
      predicts: ['memory', 'oom', 'gc'],
      line: line.code,
    },
  ]
}

/** Whether what the line adds to is declared at the top of a file, or belongs to an object or class. */
function outlivesRequest(edit: Edit, code: string): boolean {
  const target =
    /([\w$.]+)(?:\[[^\]]+\])? ?(?:=|\.(?:push|append|add|put|set|enqueue|Store|register|on|addListener|subscribe)\()/.exec(
      code,
    )?.[1] ?? ''
  if (
    /^(self|this|cls)\.|^[A-Z][A-Z0-9_]+$|^global/.test(target) &&
    /\.(push|append|add|put|set|enqueue)\(|append\(|\]/.test(code)
  )
    return true
  const name = target.split('.')[0] ?? ''
  if (name === '') return false
  const declared = new RegExp(
    `^(export )?(var|let|const|static|private static|public static|private final|final|val)\\b.*\\b${name}\\b|^_?${name}\\s*(:.*)?=\\s*(\\[\\]|\\{\\}|dict|list|set|defaultdict|new )`,
  )
  return edit.hunks.some(({ lines }) =>
    lines.some(
      ({ text, sign }) =>
        sign !== '-' &&
        (declared.test(text) ||
          (/^\s*(private |public |protected )?static\b/.test(text) && new RegExp(`\\b${name}\\b`).test(text))),
    ),
  )
}

/** Threads, tasks and timers that nobody ends. */
export function findEndlessTask(edit: Edit): Finding[] {
  const starts =
    /\bgo func\b|\bgo \w+[.(]|setInterval\(|new Thread\(|create_task\(|ensure_future\(|Task\.Run\(|executor\.submit|tokio::spawn|threading\.Thread\(|spawn\(|addListener\(|addEventListener\(|\.on\(['"]|time\.NewTicker|time\.Tick\(|Executors\.new\w+\(|\w*ThreadPool\w*\(|scheduleAtFixedRate\(|scheduleWithFixedDelay\(|new (Shared)?Worker\(|subprocess\.Popen|\bfork\(/
  const ends =
    /done|stop|cancel|close|shutdown|join|wait|defer|removeListener|removeEventListener|clearInterval|once\(/i
  const started = edit.gained.filter(({ code }) => starts.test(code))
  const [line] = started
  if (!line || edit.added.some(({ code }) => ends.test(code))) return []
  return [
    {
      mechanism: 'endless-task',
      sentence: 'starts tasks that nothing ends',
      weight: 2.3,
      predicts: ['tasks', 'memory', 'oom', 'cpu', 'connections', 'descriptors'],
      line: line.code,
    },
  ]
}

/** Calls that hold up everything else of the process. */
export function findBlockingCall(edit: Edit): Finding[] {
  const blocks =
    /\w+Sync\(|time\.sleep\(|Thread\.sleep\(|\btime\.Sleep\(|\.Result\b|\.GetAwaiter\(\)|\.block\(\)|runBlocking|run_until_complete|subprocess\.|execSync|pbkdf2|bcrypt|scrypt|\.readlines\(\)|deepcopy|cloneDeep|JSON\.parse\(JSON\.stringify|readAll\(|ReadAll\(|requests\.(get|post)\(|urlopen\(/
  const line = edit.added.find(({ code }) => blocks.test(code))
  if (!line || edit.removed.some(({ code }) => blocks.test(code))) return []
  return [
    {
      mechanism: 'blocking-call',
      sentence: 'does slow work where everything else waits for it',
      weight: 2.3,
      predicts: ['latency', 'cpu', 'timeout', 'tasks', 'backlog', 'memory'],
      line: line.code,
    },
  ]
}

/** Expressions that try exponentially many ways, and nested loops over the same. */
export function findCostlyExpression(edit: Edit): Finding[] {
  const nested =
    /\((?:[^()\\]|\\.)*[+*](?:[^()\\]|\\.)*\)\s*[+*{]|\([^\s]*[+*][^\s]*\)[+*]|\.\*.*\.\*.*\.\*|\(\.\*\)[+*]/
  const isExpression = /re\.|regex|pattern|match|\/[^/]+\/[gimsuy]*|compile|test\(|replace/i
  const line = edit.added.find(({ code }) => nested.test(code) && isExpression.test(code))
  if (!line || edit.removed.some(({ code }) => nested.test(code) && isExpression.test(code))) return []
  return [
    {
      mechanism: 'costly-expression',
      sentence: 'matches text with an expression that can take exponentially long',
      weight: 3,
      predicts: ['cpu', 'latency', 'timeout', 'tasks'],
      line: line.code,
    },
  ]
}

/** Queries that have to read more than they give. */
export function findCostlyQuery(edit: Edit): Finding[] {
  const costly =
    /LIKE ['"%$:?]*%|ILIKE|ORDER BY RAND|\bLOWER\(\w+\)|\bUPPER\(\w+\)|\bDATE\(\w+\)|::text\b|CAST\(|\bOFFSET\b|COUNT\(\*\)|\bDISTINCT\b|CROSS JOIN|\bNOT IN \(SELECT|\bKEYS \*|\bkeys\(['"]\*|\.scan\(|findAll\(\)|find\(\{\}\)|\$regex|\.count\(\)|seqscan|ALLOW FILTERING/i
  const line = edit.added.find(({ code }) => costly.test(code))
  if (!line || edit.removed.some(({ code }) => costly.test(code))) return []
  return [
    {
      mechanism: 'costly-query',
      sentence: 'asks a query that no index serves',
      weight: 2.2,
      predicts: ['db-load', 'latency', 'timeout', 'lock'],
      line: line.code,
    },
  ]
}

/** A lock that is held while something slow is done, or taken where none was. */
export function findHeldLock(edit: Edit): Finding[] {
  const takes =
    /\.R?Lock\(\)|synchronized\b|with .*[lL]ock\b|\.acquire\(|lock\.lock\(\)|FOR UPDATE|LOCK TABLE|\.lock\(\)|advisory_lock|SERIALIZABLE|@Lock|@Synchronized|async with .*[lL]ock/
  const line = edit.added.find(({ code }) => takes.test(code))
  if (!line || edit.removed.some(({ code }) => takes.test(code))) return []
  const rest = edit.hunks[line.hunk]?.lines.slice(line.index + 1) ?? []
  const isHeld = rest.some(
    ({ sign, code }) => sign !== '-' && (isCallOut(code) || /[Ff]etch|[Uu]pstream|http|[Ss]leep/.test(code)),
  )
  return [
    {
      mechanism: 'lock-held',
      sentence: isHeld ? 'holds a lock while it waits for something outside' : 'takes a lock where none was taken',
      weight: isHeld ? 2.7 : 1.6,
      predicts: ['lock', 'latency', 'timeout', 'tasks', 'connections', 'backlog'],
      line: line.code,
    },
  ]
}

/** A key under which nothing is ever found again. */
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
      sentence: 'makes what is kept under a key that is different each time',
      weight: 3,
      predicts: ['cache-miss', 'db-load', 'memory', 'surge', 'cpu'],
      line: pair.after.code,
    },
  ]
}

/** Clients and connections that are made anew for each use. */
export function findClientPerCall(edit: Edit): Finding[] {
  const makes =
    /new \w*(Client|Pool|Connection|Agent|DataSource|Session|Channel|Producer)\(|\b(connect|createConnection|createClient|createPool|NewClient|sql\.Open|Dial\w*|grpc\.(Dial|NewClient)|boto3\.client|requests\.Session|psycopg2\.connect|MongoClient|http\.Client\{|Transport\{)\(?/
  const line = edit.gained
    .concat(edit.pairs.map(({ after }) => after))
    .find(({ code, hunk, index }) => makes.test(code) && /^\s/.test(edit.hunks[hunk]?.lines[index]?.text ?? ''))
  if (!line || edit.removed.some(({ code }) => makes.test(code))) return []
  return [
    {
      mechanism: 'client-per-call',
      sentence: 'makes a client or connection anew where one was shared',
      weight: 2,
      predicts: ['connections', 'descriptors', 'memory', 'tls', 'tasks'],
      line: line.code,
    },
  ]
}

/** One more thing to wait for in the way of a request. */
export function findNewCall(edit: Edit): Finding[] {
  const line = edit.gained.find(
    ({ code }) =>
      /\b(http|fetch|axios|requests|client|rpc|stub|db|redis|api|sessions?|store)\b/i.test(code) && isCallOut(code),
  )
  if (!line || edit.removed.some(({ code }) => isCallOut(code))) return []
  return [
    {
      mechanism: 'new-call',
      sentence: 'waits for one more call on the way',
      weight: 0.9,
      predicts: ['latency', 'timeout', 'errors', 'connections', 'unreachable', 'db-load', 'surge', 'memory'],
      line: line.code,
    },
  ]
}

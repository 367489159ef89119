import type { Edit } from '../changes/edit.js'
import { asPhrase } from '../text/words.js'
import type { Finding } from './mechanism.js'

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
      sentence: 'adds to a long-lived collection that is never cleared',
      weight: 2.8,
      predicts: ['memory', 'oom', 'gc'],
      line: line.code,
    },
  ]
}

/** True if the collection is declared at the top of a file or belongs to an object or class. */
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

/** Threads, tasks and timers that are never stopped. */
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
      sentence: 'starts tasks that never end',
      weight: 2.3,
      predicts: ['tasks', 'memory', 'oom', 'cpu', 'connections', 'descriptors'],
      line: line.code,
    },
  ]
}

/** Clients and connections that are created anew for each use. */
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
      sentence: 'creates a new client or connection instead of sharing one',
      weight: 2,
      predicts: ['connections', 'descriptors', 'memory', 'tls', 'tasks'],
      line: line.code,
    },
  ]
}

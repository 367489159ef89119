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

/** A call to something external in every iteration of a loop. */
export function findWorkInLoop(edit: Edit): Finding[] {
  const line = edit.gained
    .concat(edit.pairs.map(({ after }) => after))
    .find((added) => isCallOut(added.code) && isInLoop(edit, added))
  if (!line || wasInLoopBefore(edit, line)) return []
  return [
    {
      mechanism: 'work-in-loop',
      sentence: 'makes a remote call for every element of a loop',
      weight: 2.9,
      predicts: ['db-load', 'fan-out', 'throttled', 'surge', 'cpu', 'connections', 'backlog', 'latency'],
      line: line.code,
    },
  ]
}

/** True if the line calls something outside the process. */
export function isCallOut(code: string): boolean {
  return callOut.test(code) && outside.test(asPhrase(code)) && /\(/.test(code)
}

/** True if the line itself, or one above with less indentation, opens a loop. */
function isInLoop(edit: Edit, { hunk, index, code }: EditedLine): boolean {
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

/** A call that was already in a loop is no additional work. */
function wasInLoopBefore(edit: Edit, { code }: EditedLine): boolean {
  const name = /(\w+)\(/.exec(code)?.[1]
  return name !== undefined && edit.removed.some((line) => line.code.includes(`${name}(`) && isInLoop(edit, line))
}

/** An additional blocking call in a request path. */
export function findNewCall(edit: Edit): Finding[] {
  const line = edit.gained.find(
    ({ code }) =>
      /\b(http|fetch|axios|requests|client|rpc|stub|db|redis|api|sessions?|store)\b/i.test(code) && isCallOut(code),
  )
  if (!line || edit.removed.some(({ code }) => isCallOut(code))) return []
  return [
    {
      mechanism: 'new-call',
      sentence: 'adds a remote call to the request path',
      weight: 0.9,
      predicts: ['latency', 'timeout', 'errors', 'connections', 'unreachable', 'db-load', 'surge', 'memory'],
      line: line.code,
    },
  ]
}

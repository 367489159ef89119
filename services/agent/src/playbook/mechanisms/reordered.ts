import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'

const acts = /\w\(|\b(UPDATE|INSERT|DELETE|SELECT)\b/
const orderly = /import|require|export|#include|using |from ['"]|log|print|metric/i

/** The same statements in a different order: it may matter what is locked, written or acknowledged first. */
export function findReorderedStatements({ reordered }: Edit): Finding[] {
  const line = reordered.find(({ code }) => acts.test(code) && !orderly.test(code) && weighty(code))
  if (!line) return []
  return [
    {
      mechanism: 'statements-reordered',
      sentence: 'reorders existing steps',
      weight: 2.2,
      predicts: ['lock', 'data', 'null-use', 'backlog', 'missing-object', 'crash', 'auth'],
      line: line.code,
    },
  ]
}

/** True if the line's order matters: it writes, locks, sends, checks or closes. */
function weighty(code: string): boolean {
  return /lock|update|insert|delete|save|write|debit|credit|publish|send|emit|ack|commit|init|start|auth|verify|close|set|put|use\(|add|register|transfer|select .* for/i.test(
    code,
  )
}

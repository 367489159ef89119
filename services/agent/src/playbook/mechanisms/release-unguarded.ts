import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'

/** Constructs that release something however the block is left. */
const guaranteed =
  /\bdefer\b|\bfinally\b|\bensure\b|^(async )?with\b.*\bas\b|\btry\s*\(|\b(await )?using\b|\b(lock_guard|unique_lock|scoped_lock|unique_ptr)\b|\.use\s*\{/
const release = /\.?\b(close|release|dispose|free|unlock|cancel|destroy|disconnect|end|stop|rollback)\w*\(\s*\)/i

/** A release that covered every exit now covers only one: an early return or an error leaks the resource. */
export function findUnguardedRelease({ removed, added }: Edit): Finding[] {
  const before = removed.filter(({ code }) => guaranteed.test(code))
  const after = added.filter(({ code }) => guaranteed.test(code))
  const plain = added.find(({ code }) => release.test(code) && !guaranteed.test(code))
  const [line] = before
  if (!line || !plain || before.length <= after.length) return []
  return [
    {
      mechanism: 'release-unguarded',
      sentence: 'releases a resource on one code path only',
      weight: 2.4,
      predicts: ['descriptors', 'connections', 'memory', 'oom', 'tasks', 'lock'],
      line: line.code,
    },
  ]
}

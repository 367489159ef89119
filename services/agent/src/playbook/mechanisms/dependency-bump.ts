import type { Edit } from '../changes/edit.js'
import type { Finding } from './mechanism.js'

const version = /(?<![\d.])v?(\d+)\.(\d+)(?:\.(\d+))?/

/** A different version of a library or image: a major version changes behavior, a patch rarely does. */
export function findDependencyBump(edit: Edit): Finding[] {
  return edit.pairs.flatMap(({ before, after }) => {
    const [a, b] = [version.exec(before.code), version.exec(after.code)]
    if (!a || !b || a[0] === b[0]) return []
    const isMajor = a[1] !== b[1] || (a[1] === '0' && a[2] !== b[2])
    return [
      {
        mechanism: 'dependency-changed',
        sentence: `changes the version of a dependency (${a[0]} → ${b[0]})`,
        weight: isMajor ? 1 : 0.2,
        predicts: isMajor ? (['errors', 'crash', 'decode', 'null-use', 'missing-name', 'memory', 'tls'] as const) : [],
        line: after.code,
      },
    ]
  })
}

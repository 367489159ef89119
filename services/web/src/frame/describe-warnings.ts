import type { Warning } from '@signalbox/contracts'
import { warningWords } from '../parts/system/warning-words.js'
import { listNames } from './describe-losses.js'

/** A problem, in a few words. */
export interface SystemProblem {
  /** Stays the same while the same problem persists, whatever the numbers. */
  key: string
  text: string
}

/**
 * Describes problems, once per kind.
 * @param nameOf returns a project's name by id; undefined if unknown.
 */
export function describeWarnings(
  warnings: readonly Warning[],
  nameOf: (projectId: string) => string | undefined,
): SystemProblem[] {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const ids = warnings.flatMap((each) => (each.kind === kind && each.project_id !== null ? [each.project_id] : []))
    const names = new Set(ids.map((id) => nameOf(id) ?? 'a project'))
    const words = warningWords[kind]
    return { key: `${kind} ${[...names].join()}`, text: names.size === 0 ? words : `${words}: ${listNames(names)}` }
  })
}

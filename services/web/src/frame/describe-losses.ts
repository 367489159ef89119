import type { OutcomeCount, Warning } from '@signalbox/contracts'
import { countOf } from '../parts/numbers/format-number.js'

/** Items that were sent but lost unintentionally. */
export interface Loss {
  /** Stays the same while the same problem persists, whatever the numbers. */
  key: string
  text: string
}

const words = { rate_limited: 'rejected', dead_lettered: 'not processed' } as const

function isLost(outcome: OutcomeCount['outcome']): outcome is keyof typeof words {
  return outcome !== undefined && Object.hasOwn(words, outcome)
}

/**
 * Summarizes losses of the last hour, largest first.
 * @param counts by outcome, reason and project.
 * @param nameOf returns a project's name by id; undefined if unknown.
 * @param warnings losses that warnings already report are omitted.
 */
export function describeLosses(
  counts: readonly OutcomeCount[],
  nameOf: (projectId: string) => string | undefined,
  warnings: readonly Pick<Warning, 'kind'>[] = [],
): Loss[] {
  const isReported = ({ outcome, reason }: OutcomeCount) =>
    warnings.some(
      ({ kind }) =>
        (kind === 'dead_letters' && outcome === 'dead_lettered') ||
        (kind === 'key_rate_limited' && reason === 'key_rate_limit'),
    )
  const sums = new Map<string, { outcome: keyof typeof words; reason: string; items: number; projects: Set<string> }>()
  for (const count of counts) {
    const { outcome, reason = '', project_id: projectId = '', quantity } = count
    if (!isLost(outcome) || isReported(count)) continue
    const key = `${outcome} ${reason}`
    const sum = sums.get(key) ?? { outcome, reason, items: 0, projects: new Set() }
    sum.items += quantity
    sum.projects.add(nameOf(projectId) ?? 'unknown project')
    sums.set(key, sum)
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b.items - a.items)
    .map(([key, { outcome, reason, items, projects }]) => ({
      key,
      text: `${countOf(items, 'item')} ${items === 1 ? 'was' : 'were'} ${words[outcome]} in the last hour (${reason.replaceAll('_', ' ')}): ${listNames(projects)}`,
    }))
}

const namesMax = 3

/** A few names, and the number of others. */
export function listNames(projects: ReadonlySet<string>): string {
  const names = [...projects]
  const rest = names.length - namesMax
  return [...names.slice(0, namesMax), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

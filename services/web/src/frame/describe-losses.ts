import type { OutcomeCount, Warning } from '@signalbox/contracts'
import { countOf } from '../parts/numbers/format-number.js'

/** What did not become telemetry although somebody sent it, and nobody asked for that. */
export interface Loss {
  /** The same while the same goes wrong, whatever the numbers. */
  key: string
  text: string
}

const words = { rate_limited: 'rejected', dead_lettered: 'not processed' } as const

function isLost(outcome: OutcomeCount['outcome']): outcome is keyof typeof words {
  return outcome !== undefined && Object.hasOwn(words, outcome)
}

/**
 * Sums up what was lost in the last hour, the largest first.
 * @param counts By outcome, reason and project.
 * @param nameOf The name of a project by its id; undefined for one that nobody knows.
 * @param warnings Tell of some losses themselves, which are left out.
 */
export function describeLosses(
  counts: readonly OutcomeCount[],
  nameOf: (projectId: string) => string | undefined,
  warnings: readonly Pick<Warning, 'kind'>[] = [],
): Loss[] {
  const isTold = ({ outcome, reason }: OutcomeCount) =>
    warnings.some(
      ({ kind }) =>
        (kind === 'dead_letters' && outcome === 'dead_lettered') ||
        (kind === 'key_rate_limited' && reason === 'key_rate_limit'),
    )
  const sums = new Map<string, { outcome: keyof typeof words; reason: string; items: number; projects: Set<string> }>()
  for (const count of counts) {
    const { outcome, reason = '', project_id: projectId = '', quantity } = count
    if (!isLost(outcome) || isTold(count)) continue
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

/** A few names, and how many more there are. */
export function listNames(projects: ReadonlySet<string>): string {
  const names = [...projects]
  const rest = names.length - namesMax
  return [...names.slice(0, namesMax), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

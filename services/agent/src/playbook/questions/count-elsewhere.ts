import type { Change } from '@signalbox/contracts'
import { countThings, listWords } from '../../wording/count-things.js'
import type { Scene } from '../scene/scene.js'

/** Commits take effect with deployments, which are counted; notices are other companies' changes. */
const passive: ReadonlySet<Change['kind']> = new Set(['commit', 'status'])

/**
 * Counts the changes that can affect a service although they were made elsewhere: on services that it calls, and to
 * configuration and infrastructure that belongs to no single service.
 * @returns null if there are none.
 */
export function countElsewhere(
  service: string,
  { scene, changes }: { scene: Scene; changes: readonly Change[] },
): string | null {
  const called = calledBy(service, scene.neighbours)
  const active = changes.filter(({ kind }) => !passive.has(kind))
  const onCalled = active.filter((change) => change.service !== null && called.has(change.service))
  const shared = active.filter((change) => change.service === null)
  const changed = [...called].filter((name) => onCalled.some((change) => change.service === name))
  const parts = [
    ...(onCalled.length === 0 ? [] : [`${onCalled.length} on services it calls (${listWords(changed)})`]),
    ...(shared.length === 0
      ? []
      : [`${shared.length} that belong${shared.length === 1 ? 's' : ''} to no single service`]),
  ]
  if (parts.length === 0) return null
  return `${countThings(onCalled.length + shared.length, 'other change')} may affect it too: ${listWords(parts)}.`
}

/** Services that it calls, directly or through others. */
function calledBy(service: string, { callees }: Scene['neighbours']): Set<string> {
  const found = new Set(callees(service))
  for (const name of found) for (const next of callees(name)) found.add(next)
  found.delete(service)
  return found
}

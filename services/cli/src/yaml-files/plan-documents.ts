import { CommandFailure } from '../exit-codes.js'
import type { YamlDocument } from './parse-yaml-file.js'

/** The step that makes an object match its file. */
export type PlanStep<Settings, Current, Change> =
  | { task: 'create'; settings: Settings }
  | { task: 'change'; current: Current; change: Change }
  | { task: 'keep'; current: Current }
  | { task: 'delete'; current: Current }

export interface PlanOptions<Settings, Current, Change> {
  /** What documents describe, for messages. */
  what: string
  /** True to delete objects that are in no file. */
  prune: boolean
  /** Returns the fields that differ; empty if there is no difference. */
  compare: (settings: Settings, current: Current) => Change
}

/**
 * Compares documents with the existing objects by name.
 * @throws CommandFailure if several objects have the same name.
 */
export function planDocuments<
  Settings extends { name: string },
  Current extends { name: string; id: string },
  Change extends object,
>(
  documents: readonly YamlDocument<Settings>[],
  existing: readonly Current[],
  { what, prune, compare }: PlanOptions<Settings, Current, Change>,
): PlanStep<Settings, Current, Change>[] {
  const named = new Set(documents.map(({ settings }) => settings.name))
  refuseSharedNames(
    what,
    documents.map(({ settings, place }) => ({ name: settings.name, place })),
  )
  refuseSharedNames(
    what,
    existing.filter(({ name }) => named.has(name)).map(({ name, id }) => ({ name, place: id })),
  )
  const steps = documents.map(({ settings }): PlanStep<Settings, Current, Change> => {
    const current = existing.find(({ name }) => name === settings.name)
    if (current === undefined) return { task: 'create', settings }
    const change = compare(settings, current)
    return Object.keys(change).length === 0 ? { task: 'keep', current } : { task: 'change', current, change }
  })
  const surplus = prune ? existing.filter(({ name }) => !named.has(name)) : []
  return [...steps, ...surplus.map((current) => ({ task: 'delete', current }) as const)]
}

function refuseSharedNames(what: string, named: readonly { name: string; place: string }[]): void {
  const places = new Map<string, string[]>()
  for (const { name, place } of named) places.set(name, [...(places.get(name) ?? []), place])
  const shared = [...places].find(([, where]) => where.length > 1)
  if (shared) throw new CommandFailure(`several ${what}s are named ${shared[0]}: ${shared[1].join(', ')}`)
}

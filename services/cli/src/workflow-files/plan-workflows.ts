import { isDeepStrictEqual } from 'node:util'
import type { WorkflowDetail, WorkflowSettings } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'
import type { WorkflowDocument } from './parse-workflow-file.js'

/** What is to be done with one workflow so that it is as its file says. */
export type WorkflowStep =
  | { task: 'create'; settings: WorkflowSettings }
  | { task: 'change'; current: WorkflowDetail; change: Partial<WorkflowSettings> }
  | { task: 'keep'; current: WorkflowDetail }
  | { task: 'delete'; current: WorkflowDetail }

/**
 * Compares files with what is there, by name.
 * @param prune Whether workflows that no file names are deleted.
 * @throws CommandFailure when a name stands for more than one workflow.
 */
export function planWorkflows(
  documents: readonly WorkflowDocument[],
  existing: readonly WorkflowDetail[],
  { prune }: { prune: boolean },
): WorkflowStep[] {
  refuseSharedNames(documents.map(({ settings, place }) => ({ name: settings.name, place })))
  const named = new Set(documents.map(({ settings }) => settings.name))
  refuseSharedNames(existing.filter(({ name }) => named.has(name)).map(({ name, id }) => ({ name, place: id })))
  const steps = documents.map(({ settings }) =>
    compare(
      settings,
      existing.find(({ name }) => name === settings.name),
    ),
  )
  const surplus = prune ? existing.filter(({ name }) => !named.has(name)) : []
  return [...steps, ...surplus.map((current) => ({ task: 'delete', current }) as const)]
}

function compare(settings: WorkflowSettings, current: WorkflowDetail | undefined): WorkflowStep {
  if (current === undefined) return { task: 'create', settings }
  const was: Readonly<Record<string, unknown>> = { ...current }
  const change: Partial<WorkflowSettings> = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, was[name])),
  )
  return Object.keys(change).length === 0 ? { task: 'keep', current } : { task: 'change', current, change }
}

function refuseSharedNames(named: readonly { name: string; place: string }[]): void {
  const places = new Map<string, string[]>()
  for (const { name, place } of named) places.set(name, [...(places.get(name) ?? []), place])
  const shared = [...places].find(([, where]) => where.length > 1)
  if (shared) throw new CommandFailure(`more than one workflow is called ${shared[0]}: ${shared[1].join(', ')}`)
}

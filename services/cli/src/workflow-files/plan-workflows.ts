import { isDeepStrictEqual } from 'node:util'
import type { WorkflowDetail, WorkflowSettings } from '@signalbox/contracts'
import type { YamlDocument } from '../yaml-files/parse-yaml-file.js'
import { planDocuments, type PlanStep } from '../yaml-files/plan-documents.js'

/** The step that makes a workflow match its file. */
export type WorkflowStep = PlanStep<WorkflowSettings, WorkflowDetail, Partial<WorkflowSettings>>

/**
 * Compares files with the existing workflows by name.
 * @param prune True to delete workflows that are in no file.
 * @throws CommandFailure if several workflows have the same name.
 */
export function planWorkflows(
  documents: readonly YamlDocument<WorkflowSettings>[],
  existing: readonly WorkflowDetail[],
  { prune }: { prune: boolean },
): WorkflowStep[] {
  return planDocuments(documents, existing, { what: 'workflow', prune, compare })
}

function compare(settings: WorkflowSettings, current: WorkflowDetail): Partial<WorkflowSettings> {
  const was: Readonly<Record<string, unknown>> = { ...current }
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, was[name])))
}

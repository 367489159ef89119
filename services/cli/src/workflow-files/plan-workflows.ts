import { isDeepStrictEqual } from 'node:util'
import type { WorkflowDetail, WorkflowSettings } from '@signalbox/contracts'
import type { YamlDocument } from '../yaml-files/parse-yaml-file.js'
import { planDocuments, type PlanStep } from '../yaml-files/plan-documents.js'

/** What is to be done with one workflow so that it is as its file says. */
export type WorkflowStep = PlanStep<WorkflowSettings, WorkflowDetail, Partial<WorkflowSettings>>

/**
 * Compares files with what is there, by name.
 * @param prune Whether workflows that no file names are deleted.
 * @throws CommandFailure when a name stands for more than one workflow.
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

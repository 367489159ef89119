import {
  limits,
  ServiceError,
  type FieldFault,
  type TriggerKind,
  type TriggersByKind,
  type WorkflowTrigger,
} from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'
import { triggerTypes } from './trigger-types.js'

type Store = Pick<WorkflowStores, 'projects'>

const { triggerContextBytesMax } = limits.workflow

/**
 * Rejects what the schema cannot: duplicate names, invalid schedules, values that are too large, and projects that the
 * organization does not have.
 * @throws ServiceError `invalid-body` naming every field.
 */
export function refuseFaultyTriggers(
  store: Store,
  organizationId: string,
  triggers: readonly WorkflowTrigger[] = [],
): void {
  const names = triggers.map(({ name }) => name)
  const faults = triggers.flatMap((trigger, index) => [
    ...(names.indexOf(trigger.name) < index ? [fault(index, 'name', 'is already the name of another trigger')] : []),
    ...contextFaults(trigger, index),
    ...inspect(trigger.kind, trigger).faults.map(({ field, detail }) => fault(index, field, detail)),
    ...projectFaults(store, organizationId, { trigger, index }),
  ])
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function fault(index: number, field: string, detail: string): FieldFault {
  return { in: 'body', name: `/triggers/${index}/${field}`, detail }
}

function contextFaults({ context = {} }: WorkflowTrigger, index: number): FieldFault[] {
  const bytes = Buffer.byteLength(JSON.stringify(context))
  if (bytes <= triggerContextBytesMax) return []
  return [fault(index, 'context', `must be at most ${triggerContextBytesMax} bytes, got ${bytes}`)]
}

function projectFaults(
  { projects }: Store,
  organizationId: string,
  { trigger, index }: { trigger: WorkflowTrigger; index: number },
): FieldFault[] {
  return inspect(trigger.kind, trigger).projects.flatMap(({ field, id }) =>
    projects.findById(organizationId, id) === undefined
      ? [fault(index, field, 'is not a telemetry project of the organization')]
      : [],
  )
}

/** Runs the checks of the trigger's kind. */
function inspect<K extends TriggerKind>(kind: K, trigger: TriggersByKind[K]) {
  const { findFaults, projectsOf } = triggerTypes[kind]
  return { faults: findFaults?.(trigger) ?? [], projects: projectsOf?.(trigger) ?? [] }
}

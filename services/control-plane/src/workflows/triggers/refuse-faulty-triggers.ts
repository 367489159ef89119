import { limits, ServiceError, type FieldFault, type WorkflowTrigger } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'
import { openSchedule, ScheduleFault } from '../../scheduling/schedule.js'

type Store = Pick<WorkflowStores, 'projects'>

const { triggerContextBytesMax } = limits.workflow

/**
 * Refuses what no schema can judge of triggers: names that come twice, schedules that cannot be followed, values that
 * are too large, projects that the organization does not have.
 * @throws ServiceError `invalid-body` naming every field.
 */
export function refuseFaultyTriggers(
  store: Store,
  organizationId: string,
  triggers: readonly WorkflowTrigger[] = [],
): void {
  const names = triggers.map(({ name }) => name)
  const faults = triggers.flatMap((trigger, index) => [
    ...(names.indexOf(trigger.name) < index ? [fault(index, 'name', 'is the name of another trigger')] : []),
    ...contextFaults(trigger, index),
    ...scheduleFaults(trigger, index),
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
  return [fault(index, 'context', `must have at most ${triggerContextBytesMax} bytes, has ${bytes}`)]
}

function scheduleFaults(trigger: WorkflowTrigger, index: number): FieldFault[] {
  if (trigger.kind !== 'schedule') return []
  try {
    openSchedule(trigger.cron, trigger.time_zone ?? 'UTC')
    return []
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error
    return [fault(index, error.part, error.message)]
  }
}

function projectFaults(
  { projects }: Store,
  organizationId: string,
  { trigger, index }: { trigger: WorkflowTrigger; index: number },
): FieldFault[] {
  return namedProjects(trigger).flatMap(({ field, id }) =>
    projects.findById(organizationId, id) === undefined
      ? [fault(index, field, 'is no telemetry project of the organization')]
      : [],
  )
}

function namedProjects(trigger: WorkflowTrigger): { field: string; id: string }[] {
  switch (trigger.kind) {
    case 'issue_created':
    case 'issue_regressed':
    case 'alert_opened':
      return (trigger.filters?.project_id ?? []).map((id, index) => ({ field: `filters/project_id/${index}`, id }))
    case 'error_rate':
    case 'metric_threshold':
    case 'check_in_missed':
      return trigger.project_id === undefined ? [] : [{ field: 'project_id', id: trigger.project_id }]
    default:
      return []
  }
}

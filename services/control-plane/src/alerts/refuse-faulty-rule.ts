import {
  limits,
  ServiceError,
  type AlertRuleKind,
  type AlertRuleRequest,
  type AlertRuleSettings,
  type FieldFault,
} from '@signalbox/contracts'
import type { AlertStores } from './store/alert-stores.js'
import { conditionOf } from './rule-condition.js'
import { isBad } from './step-subject.js'

export type NamedByRules = Pick<AlertStores, 'projects' | 'workflows' | 'notificationChannels'>

/** A rule as it was written, and with its defaults filled in. */
export interface RuleToCheck {
  organizationId: string
  written: AlertRuleRequest
  rule: AlertRuleSettings
}

/**
 * Refuses what no schema can judge of a rule: fields that do not go together, thresholds that cannot be, and what the
 * organization does not have.
 * @throws ServiceError `invalid-body` naming every field.
 */
export function refuseFaultyRule(store: NamedByRules, { organizationId, written, rule }: RuleToCheck): void {
  const faults = [
    ...fieldFaults(written, rule),
    ...thresholdFaults(rule),
    ...kindFaults(rule),
    ...referenceFaults(store, organizationId, rule),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function fault(field: string, detail: string): FieldFault {
  return { in: 'body', name: `/${field}`, detail }
}

const containers = ['cluster', 'namespace', 'container']

/** Of kinds that come in several variants: the field that tells them apart, and which further fields each of them takes. */
const variants: Partial<Record<AlertRuleKind, { by: string; fields: Readonly<Record<string, readonly string[]>> }>> = {
  error_rate: { by: 'measure', fields: { events: ['level'], share: ['service', 'requests_min'] } },
  metric_threshold: {
    by: 'source',
    fields: {
      app: ['aggregate', 'service', 'environment'],
      container: ['aggregate', 'pod', ...containers],
      saturation: ['pod', ...containers],
    },
  },
  absence: {
    by: 'of',
    fields: {
      project: [],
      service: ['service'],
      metric: ['metric', 'service', 'environment'],
      container_metric: ['metric', ...containers],
      monitor: ['monitor', 'environment'],
    },
  },
}

function fieldFaults(written: AlertRuleRequest, rule: AlertRuleSettings): FieldFault[] {
  const variant = variants[rule.kind]
  if (variant === undefined) return []
  const which = String(Reflect.get(rule, variant.by))
  const taken = variant.fields[which] ?? []
  const known = new Set(Object.values(variant.fields).flat())
  return Object.keys(written)
    .filter((field) => known.has(field) && !taken.includes(field))
    .map((field) => fault(field, `is not taken when ${variant.by} is ${which}`))
}

function thresholdFaults(rule: AlertRuleSettings): FieldFault[] {
  const { is, value, resolveValue } = conditionOf(rule)
  if (!isBad(is, resolveValue, value)) return []
  return [fault('resolve_value', `must be at most ${value}, or at least when it is bad below: it is where all is well`)]
}

function kindFaults(rule: AlertRuleSettings): FieldFault[] {
  switch (rule.kind) {
    case 'error_rate':
      return rule.measure === 'share' && (rule.value < 0 || rule.value > 1)
        ? [fault('value', 'must be a share from 0 to 1')]
        : []
    case 'metric_threshold':
      return rule.source === 'saturation' ? saturationFaults(rule) : []
    case 'absence':
      return absenceFaults(rule)
    default:
      return []
  }
}

/** Lower ratios are not answered, so that nothing is known of them. */
function saturationFaults({
  metric,
  is,
  value,
}: Extract<AlertRuleSettings, { kind: 'metric_threshold' }>): FieldFault[] {
  const { saturationRatioMin } = limits.query
  return [
    ...(metric === 'memory' || metric === 'cpu' ? [] : [fault('metric', 'must be one of memory, cpu')]),
    ...(is === 'above' ? [] : [fault('is', 'must be above for saturation')]),
    ...(value >= saturationRatioMin ? [] : [fault('value', `must be at least ${saturationRatioMin}`)]),
  ]
}

const neededForAbsence = {
  project: 'project_id',
  service: 'service',
  metric: 'metric',
  container_metric: 'metric',
  monitor: 'monitor',
} as const

function absenceFaults(rule: Extract<AlertRuleSettings, { kind: 'absence' }>): FieldFault[] {
  const needed = neededForAbsence[rule.of]
  return (rule[needed] ?? null) === null ? [fault(needed, `is required when of is ${rule.of}`)] : []
}

function referenceFaults(store: NamedByRules, organizationId: string, rule: AlertRuleSettings): FieldFault[] {
  const { project_id: project, workflow_id: workflow, channel_ids: channels } = rule
  const hasProject = project === null || store.projects.findById(organizationId, project) !== undefined
  const hasWorkflow = workflow === null || store.workflows.find(organizationId, workflow) !== undefined
  const unknown = (channels ?? []).flatMap((id, index) =>
    store.notificationChannels.read(id)?.organization_id === organizationId
      ? []
      : [fault(`channel_ids/${index}`, 'is no notification channel of the organization')],
  )
  return [
    ...(hasProject ? [] : [fault('project_id', 'is no telemetry project of the organization')]),
    ...(hasWorkflow ? [] : [fault('workflow_id', 'is no workflow of the organization')]),
    ...unknown,
  ]
}

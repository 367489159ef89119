import {
  ServiceError,
  type AlertRuleKind,
  type AlertRuleRequest,
  type AlertRuleSettings,
  type FieldFault,
} from '@signalbox/contracts'
import type { AlertStores } from './store/alert-stores.js'
import { alertRuleTypes, type RulesByKind } from './kinds/index.js'
import { ruleFault } from './kinds/alert-rule-type.js'
import { conditionOf } from './rule-condition.js'
import { isBeyond } from '../telemetry-queries/is-beyond.js'

export type NamedByRules = Pick<AlertStores, 'projects' | 'workflows' | 'notificationChannels'>

/** A rule as written, and with defaults filled in. */
export interface RuleToCheck {
  organizationId: string
  written: AlertRuleRequest
  rule: AlertRuleSettings
}

/**
 * Rejects what the schema cannot: fields that do not go together, impossible thresholds, and references to things that
 * the organization does not have.
 * @throws ServiceError `invalid-body` naming every field.
 */
export function refuseFaultyRule(store: NamedByRules, { organizationId, written, rule }: RuleToCheck): void {
  const faults = [
    ...fieldFaults(written, rule),
    ...thresholdFaults(rule),
    ...kindFaults(rule.kind, rule),
    ...referenceFaults(store, organizationId, rule),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function fieldFaults(written: AlertRuleRequest, rule: AlertRuleSettings): FieldFault[] {
  const { variants } = alertRuleTypes[rule.kind]
  if (variants === undefined) return []
  const which = String(Reflect.get(rule, variants.by))
  const taken = variants.fields[which] ?? []
  const known = new Set(Object.values(variants.fields).flat())
  return Object.keys(written)
    .filter((field) => known.has(field) && !taken.includes(field))
    .map((field) => ruleFault(field, `is not supported when ${variants.by} is ${which}`))
}

function thresholdFaults(rule: AlertRuleSettings): FieldFault[] {
  const { is, value, resolveValue } = conditionOf(rule)
  if (!isBeyond(is, resolveValue, value)) return []
  return [ruleFault('resolve_value', `must be at most ${value}, or at least ${value} when the rule fires below it`)]
}

function kindFaults<K extends AlertRuleKind>(kind: K, rule: RulesByKind[K]): FieldFault[] {
  return alertRuleTypes[kind].findFaults?.(rule) ?? []
}

function referenceFaults(store: NamedByRules, organizationId: string, rule: AlertRuleSettings): FieldFault[] {
  const { project_id: project, workflow_id: workflow, channel_ids: channels } = rule
  const hasProject = project === null || store.projects.findById(organizationId, project) !== undefined
  const hasWorkflow = workflow === null || store.workflows.find(organizationId, workflow) !== undefined
  const unknown = (channels ?? []).flatMap((id, index) =>
    store.notificationChannels.read(id)?.organization_id === organizationId
      ? []
      : [ruleFault(`channel_ids/${index}`, 'is not a notification channel of the organization')],
  )
  return [
    ...(hasProject ? [] : [ruleFault('project_id', 'is not a telemetry project of the organization')]),
    ...(hasWorkflow ? [] : [ruleFault('workflow_id', 'is not a workflow of the organization')]),
    ...unknown,
  ]
}

import { ServiceError, type TriggerKind, type TriggersByKind, type WorkflowTrigger } from '@signalbox/contracts'
import { triggerTypes } from './trigger-types.js'

/**
 * True if an organization has an alert rule. Passed in as a function because alerts depend on workflows, not the other
 * way round.
 */
export type HasAlertRule = (organizationId: string, ruleId: string) => boolean

/** @throws ServiceError `invalid-body` naming every rule in a filter that the organization does not have. */
export function refuseForeignAlertRules(
  hasAlertRule: HasAlertRule,
  organizationId: string,
  triggers: readonly WorkflowTrigger[] = [],
): void {
  const faults = triggers.flatMap((trigger, index) =>
    alertRulesOf(trigger.kind, trigger).flatMap((id, place) => {
      if (hasAlertRule(organizationId, id)) return []
      const name = `/triggers/${index}/filters/rule_id/${place}`
      return [{ in: 'body' as const, name, detail: 'is not an alert rule of the organization' }]
    }),
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function alertRulesOf<K extends TriggerKind>(kind: K, trigger: TriggersByKind[K]): readonly string[] {
  return triggerTypes[kind].alertRulesOf?.(trigger) ?? []
}

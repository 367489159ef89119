import { ServiceError, type WorkflowTrigger } from '@signalbox/contracts'

/** Whether an organization has an alert rule: alerts know workflows, not the other way round. */
export type HasAlertRule = (organizationId: string, ruleId: string) => boolean

/** @throws ServiceError `invalid-body` naming every rule of a filter that the organization does not have. */
export function refuseForeignAlertRules(
  hasAlertRule: HasAlertRule,
  organizationId: string,
  triggers: readonly WorkflowTrigger[] = [],
): void {
  const faults = triggers.flatMap((trigger, index) =>
    alertRulesOf(trigger).flatMap((id, place) => {
      if (hasAlertRule(organizationId, id)) return []
      const name = `/triggers/${index}/filters/rule_id/${place}`
      return [{ in: 'body' as const, name, detail: 'is not an alert rule of the organization' }]
    }),
  )
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function alertRulesOf(trigger: WorkflowTrigger): readonly string[] {
  return trigger.kind === 'alert_opened' ? (trigger.filters?.rule_id ?? []) : []
}

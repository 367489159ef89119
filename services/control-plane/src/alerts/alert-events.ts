import { toTimestamp } from '@signalbox/contracts'
import type { AlertRow } from './store/alerts.js'
import type { AlertStores } from './store/alert-stores.js'
import { recordEvent } from '../workflows/triggers/record-event.js'

type Store = Pick<AlertStores, 'workflowTriggers' | 'workflowEvents'>

/**
 * Notifies people and starts workflows when an alert opens. Call it in the transaction that records the alert. @param
 * now Unix milliseconds.
 */
export function recordAlertOpened(store: Store, alert: AlertRow, now: number): void {
  recordEvent(store, {
    organizationId: alert.organization_id,
    kind: 'alert_opened',
    key: alert.id,
    attributes: { rule_id: alert.rule_id, severity: alert.severity, project_id: alert.project_id },
    context: alertContext(alert),
    occurredAt: alert.opened_at,
    now,
  })
}

/** Values for template variables in instructions. */
export function alertContext(alert: AlertRow): { alert: Readonly<Record<string, unknown>> } {
  return {
    alert: {
      id: alert.id,
      url: `/alerts/${alert.id}`,
      rule_id: alert.rule_id,
      rule_name: alert.rule_name,
      kind: alert.kind,
      severity: alert.severity,
      project_id: alert.project_id,
      subject: alert.subject === '' ? null : alert.subject,
      value: alert.value,
      is: alert.direction,
      threshold: alert.threshold,
      began_at: toTimestamp(alert.began_at),
      opened_at: toTimestamp(alert.opened_at),
    },
  }
}

import { queueAlertNotices } from '../notifications/notices/queue-notices.js'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertRow } from './store/alerts.js'
import { recordAlertOpened } from './alert-events.js'
import type { AlertContext } from './alert-context.js'
import { describeAlert } from './describe-alert.js'
import { readRule } from './rule-definition.js'
import { startAlertRun } from './start-alert-run.js'

/**
 * Sends the pending notification of an alert: to its channels and, if it opened, to workflows. Call it in the
 * transaction that records the change, unless there is a silence. @param now Unix milliseconds.
 */
export function notifyAlert(
  store: AlertContext,
  rule: AlertRuleRow,
  { alert, now }: { alert: AlertRow; now: number },
): void {
  if (alert.owes === null) return
  const settings = readRule(rule)
  queueAlertNotices(store, {
    alertId: alert.id,
    projectId: rule.project_id,
    organizationId: rule.organization_id,
    channelIds: settings.channel_ids,
    title: settings.name,
    environment: 'environment' in settings ? (settings.environment ?? '') : '',
    state: alert.owes === 'opened' ? 'firing' : 'resolved',
    severity: settings.severity,
    text: describeAlert(alert, settings),
    path: `/alerts/${alert.id}`,
    occurredAt: alert.owes === 'opened' ? alert.opened_at : (alert.resolved_at ?? now),
    now,
  })
  if (alert.owes === 'resolved') {
    store.alerts.update({ ...alert, owes: null })
    return
  }
  recordAlertOpened(store, alert, now)
  const started = settings.workflow_id === null ? {} : startAlertRun(store, settings.workflow_id, { alert, now })
  store.alerts.update({ ...alert, ...started, owes: null, told_at: now })
}

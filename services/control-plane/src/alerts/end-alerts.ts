import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertContext } from './alert-context.js'
import { resolved } from './keep-judgement.js'
import { tellAlert } from './tell-alert.js'

/**
 * Ends what is open of a rule that nobody looks at any longer. Who was told of it is told of its end at once: later
 * nobody would be. To be called inside a transaction. @param end `now` in Unix milliseconds.
 */
export function endAlerts(
  store: AlertContext,
  rule: AlertRuleRow,
  { resolution, now }: { resolution: 'rule_off' | 'rule_deleted'; now: number },
): void {
  store.alertSubjects.deleteAll(rule.id)
  for (const alert of store.alerts.listOpen(rule.id)) store.alerts.update(resolved(alert, resolution, now))
  for (const alert of store.alerts.listOwing(rule.id)) tellAlert(store, rule, { alert, now })
}

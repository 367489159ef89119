import { createId, type AlertRuleSettings, type AlertSilence } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertRow } from './store/alerts.js'
import type { AlertContext } from './alert-context.js'
import { evaluateSubjects, type EvaluatedSubject } from './evaluate-subjects.js'
import type { Measurement } from './measurement.js'
import { conditionOf } from './rule-condition.js'
import type { AlertCondition } from './step-subject.js'
import { notifyAlert } from './notify-alert.js'
import { alertRuleTypes } from './kinds/index.js'
import { isBeyond } from '../telemetry-queries/is-beyond.js'

/** A rule's measurement, its time, and whether people are notified. Times are Unix milliseconds. */
export interface RuleMeasurement {
  /** The current row. */
  row: AlertRuleRow
  rule: AlertRuleSettings
  measurement: Measurement
  silence: AlertSilence | null
  /** When the rule is measured next. */
  dueAt: number
  now: number
}

/**
 * Applies a measurement to the subjects of a rule: opens and ends alerts, and sends the notifications they require.
 * Call it in a transaction.
 */
export function applyMeasurement(store: AlertContext, ruleMeasurement: RuleMeasurement): void {
  const { row, rule, measurement, silence, dueAt, now } = ruleMeasurement
  const { hasData } = measurement
  const next = { ...row, due_at: dueAt, measured_at: now, has_data: hasData ? 1 : 0, fault: null } as const
  if (hasData) {
    const condition = conditionOf(rule)
    const known = store.alertSubjects.list(row.id)
    const result = evaluateSubjects(condition, { known, measurement, now })
    for (const subject of result.subjects) saveSubject(store, subject, { ...ruleMeasurement, condition })
    store.alertRules.progress({
      ...next,
      value: result.worst,
      left_out: result.leftOut,
      seen_at: seenAt(ruleMeasurement),
    })
  } else {
    store.alertRules.progress({ ...next, value: null })
  }
  if (silence !== null) return
  for (const alert of store.alerts.listOwing(row.id)) notifyAlert(store, row, { alert, now })
}

/** An absence rule takes effect only after something was received. */
function seenAt({ row, rule, measurement, now }: RuleMeasurement): number | null {
  const { isOfSilence = false } = alertRuleTypes[rule.kind]
  const isSeen = isOfSilence && measurement.subjects.some(({ value = 0 }) => value > 0)
  return isSeen ? now : row.seen_at
}

type RuleEvaluation = RuleMeasurement & { condition: AlertCondition }

function saveSubject(store: AlertContext, subject: EvaluatedSubject, evaluation: RuleEvaluation): void {
  const { key, value, state, change, before } = subject
  const open = before?.alert_id ? store.alerts.find(evaluation.row.organization_id, before.alert_id) : undefined
  if (open) updateAlert(store, open, { subject, evaluation })
  if (state === undefined) {
    if (before) store.alertSubjects.delete(evaluation.row.id, key)
    return
  }
  const alertId = change === 'opened' ? openAlert(store, { ...subject, state }, evaluation) : (before?.alert_id ?? null)
  const { since, clearSince } = state
  const after = { rule_id: evaluation.row.id, key, since, clear_since: clearSince, alert_id: alertId, value }
  store.alertSubjects.put({ ...after, subject: subject.subject })
}

/** Updates an open alert, or ends it. */
function updateAlert(
  store: AlertContext,
  alert: AlertRow,
  {
    subject: { value, change },
    evaluation: { condition, now },
  }: { subject: EvaluatedSubject; evaluation: RuleEvaluation },
): void {
  const peak = isBeyond(condition.is, value, alert.peak_value) ? value : alert.peak_value
  const measured = { ...alert, value, peak_value: peak }
  if (change === 'resolved') store.alerts.update(resolved(measured, 'recovered', now))
  else if (value !== alert.value) store.alerts.update(measured)
}

/** Returns an alert as it ends. Nobody is notified of its end unless its start was reported. */
export function resolved(alert: AlertRow, resolution: NonNullable<AlertRow['resolution']>, now: number): AlertRow {
  const resolvedAt = Math.max(now, alert.opened_at)
  return { ...alert, resolved_at: resolvedAt, resolution, owes: alert.told_at === null ? null : 'resolved' }
}

function openAlert(
  store: AlertContext,
  { key, subject, value, state }: EvaluatedSubject & { state: { since: number } },
  { row, rule, silence, condition, now }: RuleEvaluation,
): string {
  const id = createId(now)
  store.alerts.insert({
    id,
    organization_id: row.organization_id,
    rule_id: row.id,
    rule_name: rule.name,
    kind: rule.kind,
    severity: rule.severity,
    project_id: row.project_id,
    subject_key: key,
    subject,
    direction: condition.is,
    threshold: condition.value,
    value,
    peak_value: value,
    began_at: state.since,
    opened_at: now,
    resolved_at: null,
    resolution: null,
    silence,
    owes: 'opened',
    told_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    run_id: null,
    run_refusal: null,
  })
  return id
}

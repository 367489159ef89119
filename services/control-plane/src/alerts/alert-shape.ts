import { type Alert, toTimestamp } from '@signalbox/contracts'
import type { AlertRow } from './store/alerts.js'

export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    kind: row.kind,
    severity: row.severity,
    project_id: row.project_id,
    subject: row.subject === '' ? null : row.subject,
    state: row.resolved_at === null ? 'firing' : 'resolved',
    is: row.direction,
    threshold: row.threshold,
    value: row.value,
    peak_value: row.peak_value,
    began_at: toTimestamp(row.began_at),
    opened_at: toTimestamp(row.opened_at),
    resolved_at: toTimestamp(row.resolved_at),
    resolution: row.resolution,
    silence: row.silence,
    told_at: toTimestamp(row.told_at),
    acknowledged_at: toTimestamp(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    run_id: row.run_id,
    run_refusal: row.run_refusal,
  }
}

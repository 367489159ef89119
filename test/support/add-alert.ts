import { createId } from '@signalbox/contracts'
import type { AlertRow } from '../../services/control-plane/src/alerts/store/alerts.js'
import { openStore } from '../../services/control-plane/src/control-plane-store.js'

/**
 * Inserts an open alert; `fields` override the defaults.
 * @returns its id.
 */
export function addAlert(
  controlPlaneDirectory: string,
  more: Pick<AlertRow, 'organization_id' | 'opened_at'> & Partial<AlertRow>,
): string {
  const id = createId(more.opened_at)
  const store = openStore(controlPlaneDirectory)
  store.alerts.insert({
    id,
    rule_id: createId(more.opened_at),
    rule_name: 'Errors',
    kind: 'error_rate',
    severity: 'warning',
    project_id: null,
    subject_key: '',
    subject: '',
    direction: 'above',
    threshold: 5,
    value: 6,
    peak_value: 9,
    began_at: more.opened_at - 1,
    resolved_at: null,
    resolution: null,
    silence: null,
    owes: null,
    told_at: more.opened_at,
    acknowledged_at: null,
    acknowledged_by: null,
    run_id: null,
    run_refusal: null,
    ...more,
  })
  store.close()
  return id
}

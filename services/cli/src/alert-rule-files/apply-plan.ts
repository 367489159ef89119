import type { ApiClient } from '@signalbox/api-client'
import { changeAlertRule, createAlertRule, deleteAlertRule } from '@signalbox/contracts'
import type { AlertRuleStep } from './plan-alert-rules.js'

/**
 * Executes one step.
 * @throws ApiError, ApiConnectionError
 */
export async function applyStep(client: ApiClient, step: AlertRuleStep): Promise<void> {
  if (step.task === 'create') await client.call(createAlertRule, { body: step.settings })
  if (step.task === 'change') {
    await client.call(changeAlertRule, { params: { rule_id: step.current.id }, body: step.change })
  }
  if (step.task === 'delete') await client.call(deleteAlertRule, { params: { rule_id: step.current.id } })
}

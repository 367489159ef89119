import type { ApiClient } from '@signalbox/api-client'
import { isUuid, limits, listAlertRules, type AlertRule } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'

/** Returns all rules of the organization, newest first. */
export async function listAllAlertRules(client: ApiClient): Promise<AlertRule[]> {
  const found: AlertRule[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listAlertRules, { query: { page, page_size: limits.page.sizeMax } })
    found.push(...answer.alert_rules)
    if (answer.next === null) return found
  }
}

/** @throws CommandFailure if no rule has this name or id, or several have this name. */
export async function findAlertRule(client: ApiClient, nameOrId: string): Promise<AlertRule> {
  const all = await listAllAlertRules(client)
  const found = all.filter(({ id, name }) => name === nameOrId || (isUuid(nameOrId) && id === nameOrId.toLowerCase()))
  const [rule] = found
  if (rule === undefined) throw new CommandFailure(`no such alert rule: ${nameOrId}`)
  if (found.length > 1) {
    throw new CommandFailure(`several alert rules are named ${nameOrId}: use an id from alert-rules list`)
  }
  return rule
}

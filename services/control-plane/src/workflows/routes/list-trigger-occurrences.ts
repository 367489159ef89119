import { listTriggerOccurrences } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { toTriggerOccurrence } from '../triggers/trigger-shape.js'
import { requireWorkflow } from '../find-workflow.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListTriggerOccurrences({ store, publicUrl }: RouteDependencies): Route {
  return createRoute(listTriggerOccurrences, ({ caller, params, query }) => {
    const { trigger_name, outcome, page, page_size: pageSize } = query
    const { id: workflowId } = requireWorkflow(store, caller.organizationId, params.workflow_id)
    const path = listTriggerOccurrences.path.replace('{workflow_id}', workflowId)
    const filter = { workflowId, triggerName: trigger_name, outcome }
    const rows = store.triggerOccurrences.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.triggerOccurrences.count(filter)
    const links = createPageLinks({ publicUrl, path, query: { trigger_name, outcome }, page, pageSize, count })
    return { occurrences: rows.map(toTriggerOccurrence), ...links }
  })
}

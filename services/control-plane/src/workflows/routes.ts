import {
  cancelWorkflowRun,
  changeWorkflow as changeWorkflowContract,
  createWorkflow as createWorkflowContract,
  createWorkflowRun,
  deleteWorkflow as deleteWorkflowContract,
  disableWorkflow,
  duplicateWorkflow as duplicateWorkflowContract,
  enableWorkflow,
  listTriggerOccurrences,
  listWorkflowRuns,
  listWorkflows,
  listWorkflowTriggers,
  readWorkflow,
  readWorkflowRun,
  renderWorkflow,
  retryWorkflowRun,
} from '@signalbox/contracts'
import { type Clock, createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { changeWorkflow, createWorkflow, deleteWorkflow, duplicateWorkflow } from './change-workflow.js'
import { requireRun, requireWorkflow } from './find-workflow.js'
import { cancelRun } from './run-states.js'
import { startManualRun } from './start-manual-run.js'
import { retryRun } from './start-run.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import { refuseForeignAlertRules, type HasAlertRule } from './triggers/refuse-foreign-alert-rules.js'
import { toTriggerOccurrence, toTriggerState } from './triggers/trigger-shape.js'
import { renderInstruction } from './render-instruction.js'
import {
  readWorkflowDetail,
  toWorkflowRun,
  toWorkflowRunDetail,
  toWorkflowRunSummary,
  toWorkflowSummary,
} from './workflow-shape.js'

/** Dependencies of the routes for workflows, their triggers and runs. */
export interface WorkflowRouteDependencies {
  store: WorkflowStores
  /** The base URL of DSNs and links. */
  publicUrl: string
  clock: Clock
  hasAlertRule: HasAlertRule
}

/** Routes for workflows, their triggers and runs. */
export function createWorkflowRoutes(dependencies: WorkflowRouteDependencies): Route[] {
  return [
    ...createDefinitionRoutes(dependencies),
    ...createTriggerRoutes(dependencies),
    ...createRunRoutes(dependencies),
  ]
}

function createDefinitionRoutes({ store, publicUrl, clock, hasAlertRule }: WorkflowRouteDependencies): Route[] {
  return [
    createRoute(listWorkflows, ({ caller: { organizationId }, query }) => {
      const { name, agent_name, repository, page, page_size: pageSize } = query
      const filter = { organizationId, name, agentName: agent_name, repository }
      const rows = store.workflows.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.workflows.count(filter)
      const links = createPageLinks({
        publicUrl,
        path: listWorkflows.path,
        query: { name, agent_name, repository },
        page,
        pageSize,
        count,
      })
      return { workflows: rows.map(toWorkflowSummary), ...links }
    }),
    createRoute(createWorkflowContract, ({ caller: { organizationId }, body }) => {
      refuseForeignAlertRules(hasAlertRule, organizationId, body.triggers)
      return readWorkflowDetail(store, createWorkflow(store, { organizationId, request: body, now: clock() }))
    }),
    createRoute(readWorkflow, ({ caller, params }) =>
      readWorkflowDetail(store, requireWorkflow(store, caller.organizationId, params.workflow_id)),
    ),
    createRoute(changeWorkflowContract, ({ caller, params, body }) => {
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      refuseForeignAlertRules(hasAlertRule, caller.organizationId, body.triggers)
      return readWorkflowDetail(store, changeWorkflow(store, { workflow, change: body, now: clock() }))
    }),
    createRoute(enableWorkflow, ({ caller, params }) => {
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      return readWorkflowDetail(store, changeWorkflow(store, { workflow, change: { status: 'active' }, now: clock() }))
    }),
    createRoute(disableWorkflow, ({ caller, params }) => {
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      return readWorkflowDetail(
        store,
        changeWorkflow(store, { workflow, change: { status: 'disabled' }, now: clock() }),
      )
    }),
    createRoute(deleteWorkflowContract, ({ caller, params }) => {
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      const detail = readWorkflowDetail(store, workflow)
      deleteWorkflow(store, workflow, clock())
      return detail
    }),
    createRoute(duplicateWorkflowContract, ({ caller, params }) => {
      const original = requireWorkflow(store, caller.organizationId, params.workflow_id)
      return readWorkflowDetail(store, duplicateWorkflow(store, original, clock()))
    }),
    createRoute(renderWorkflow, ({ caller, params, body: { context = {} } }) => {
      const { instruction } = requireWorkflow(store, caller.organizationId, params.workflow_id)
      return renderInstruction(instruction, context)
    }),
  ]
}

function createTriggerRoutes({ store, publicUrl }: WorkflowRouteDependencies): Route[] {
  return [
    createRoute(listWorkflowTriggers, ({ caller, params }) => {
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      const rows = store.workflowTriggers.list(workflow.id)
      return { triggers: rows.map((row) => toTriggerState(row, store.triggerOccurrences.findLast(row.id))) }
    }),
    createRoute(listTriggerOccurrences, ({ caller, params, query }) => {
      const { trigger_name, outcome, page, page_size: pageSize } = query
      const { id: workflowId } = requireWorkflow(store, caller.organizationId, params.workflow_id)
      const path = listTriggerOccurrences.path.replace('{workflow_id}', workflowId)
      const filter = { workflowId, triggerName: trigger_name, outcome }
      const rows = store.triggerOccurrences.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.triggerOccurrences.count(filter)
      const links = createPageLinks({ publicUrl, path, query: { trigger_name, outcome }, page, pageSize, count })
      return { occurrences: rows.map(toTriggerOccurrence), ...links }
    }),
  ]
}

function createRunRoutes({ store, clock, publicUrl }: WorkflowRouteDependencies): Route[] {
  return [
    createRoute(createWorkflowRun, ({ caller, params, body }) => {
      const { triggered_by: triggeredBy = 'manual', trigger_name: triggerName = '', context = {} } = body
      const workflow = requireWorkflow(store, caller.organizationId, params.workflow_id)
      return toWorkflowRun(startManualRun(store, workflow, { triggeredBy, triggerName, context, now: clock() }))
    }),
    createRoute(listWorkflowRuns, ({ caller, params, query }) => {
      const { status, triggered_by, page, page_size: pageSize } = query
      const { id: workflowId } = requireWorkflow(store, caller.organizationId, params.workflow_id)
      const path = listWorkflowRuns.path.replace('{workflow_id}', workflowId)
      const filter = { workflowId, status, triggeredBy: triggered_by }
      const rows = store.workflowRuns.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.workflowRuns.count(filter)
      const links = createPageLinks({ publicUrl, path, query: { status, triggered_by }, page, pageSize, count })
      return { workflow_runs: rows.map(toWorkflowRunSummary), ...links }
    }),
    createRoute(readWorkflowRun, ({ caller, params }) =>
      toWorkflowRunDetail(requireRun(store, caller.organizationId, params).run),
    ),
    createRoute(cancelWorkflowRun, ({ caller, params }) => {
      const { run } = requireRun(store, caller.organizationId, params)
      return toWorkflowRunDetail(cancelRun(store, run, clock()))
    }),
    createRoute(retryWorkflowRun, ({ caller, params }) => {
      const { workflow, run: failed } = requireRun(store, caller.organizationId, params)
      return toWorkflowRun(retryRun(store, { workflow, failed, now: clock() }))
    }),
  ]
}

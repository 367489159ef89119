import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createId, type AlertRuleRequest, type WorkflowRequest } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { createAlertEvaluator, type AlertEvaluator } from '../../src/alerts/alert-evaluator.js'
import { createAlertRule } from '../../src/alerts/write-rules.js'
import type { QueryTelemetry } from '../../src/telemetry-queries/query-telemetry.js'
import { createProject } from '../../src/projects/create-project.js'
import type { AlertRuleRow } from '../../src/alerts/store/alert-rules.js'
import type { AlertRow } from '../../src/alerts/store/alerts.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import type { WorkflowRow } from '../../src/workflows/store/workflows.js'
import { createWorkflow } from '../../src/workflows/change-workflow.js'

const minute = 60_000
/** Repeats until nothing is due; far more often than any test needs. */
const looksMax = 200

/** An alert evaluator with its own database, a clock set by tests, and scripted responses. */
export class TestAlerts {
  now = Date.UTC(2026, 0, 5, 12)
  readonly organizationId = 'organization'
  readonly directory = mkdtempSync(join(tmpdir(), 'alerts-'))
  readonly store: ControlPlaneStore
  readonly projectId: string
  readonly channelId: string
  /** Every query. */
  readonly asked: { id: string; organizationId: string; query: object }[] = []
  evaluator: AlertEvaluator
  /** Responses by route id; set by tests that need them. An error is a failing query. */
  answers: Readonly<Record<string, unknown>> = {}

  constructor() {
    this.store = openStore(this.directory)
    const { organizationId, now } = this
    this.store.organizations.insert({ id: organizationId, name: 'x', created_at: now })
    this.projectId = createProject(this.store, { organizationId, name: 'shop', now }).id
    this.channelId = this.createChannel()
    this.evaluator = this.createEvaluator()
  }

  readonly queryTelemetry: QueryTelemetry = (organizationId, { id }, query) => {
    this.asked.push({ id, organizationId, query })
    const answer = this.answers[id] ?? new Error(`nobody answers ${id}`)
    return answer instanceof Error ? Promise.reject(answer) : (Promise.resolve(answer) as never)
  }

  /** Another process on the same database. */
  createEvaluator(store = this.store): AlertEvaluator {
    return createAlertEvaluator({
      store,
      clock: () => this.now,
      log: silentLog,
      owner: createId(),
      queryTelemetry: this.queryTelemetry,
    })
  }

  close(): void {
    this.store.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  createChannel(): string {
    const id = createId(this.now)
    this.store.notificationChannels.insert({
      id,
      organization_id: this.organizationId,
      project_id: this.projectId,
      kind: 'webhook',
      name: 'hook',
      settings: '{"url":"https://example.com/","secret":"whsec_c2VjcmV0"}',
      events: '["alert"]',
      environments: '[]',
      min_level: null,
      is_active: 1,
      created_at: this.now,
      last_success_at: null,
      fault: null,
      failures: 0,
      next_at: 0,
    })
    return id
  }

  /** More than five errors in five minutes by default. */
  createRule(more: Partial<AlertRuleRequest> = {}): AlertRuleRow {
    const fields = { kind: 'error_rate', name: 'Errors', value: 5, project_id: this.projectId } as const
    const request = (
      more.kind === undefined || more.kind === 'error_rate' ? { ...fields, ...more } : more
    ) as AlertRuleRequest
    return createAlertRule(this.store, { organizationId: this.organizationId, request, now: this.now })
  }

  createWorkflow(request: Partial<WorkflowRequest> = {}): WorkflowRow {
    const fields = { name: 'Watch', agent_name: 'triage', instruction: 'Look at {{ alert.rule_name }}' }
    const { organizationId, now } = this
    return createWorkflow(this.store, { organizationId, request: { ...fields, ...request }, now })
  }

  /** Does everything due now. */
  async settle(evaluator = this.evaluator): Promise<void> {
    for (let looks = 0; looks < looksMax; looks += 1) if ((await evaluator.evaluateDue()) > this.now) return
    throw new Error('the evaluator does not come to rest')
  }

  /** Moves the clock by minutes, and evaluates what is due then. */
  async advance(minutes = 1, evaluator = this.evaluator): Promise<void> {
    this.now += minutes * minute
    await this.settle(evaluator)
  }

  /** The number of errors counted a minute later. */
  async count(total: number): Promise<void> {
    this.answers = { ...this.answers, queryErrors: { events: [], total, has_more: false } }
    await this.advance()
  }

  rule(row: AlertRuleRow): AlertRuleRow {
    const found = this.store.alertRules.find(this.organizationId, row.id)
    if (found === undefined) throw new Error('the rule is gone')
    return found
  }

  /** Newest first. */
  alerts(): AlertRow[] {
    const all = { state: undefined, severity: undefined, ruleId: undefined, projectId: undefined }
    const range = { startMs: 0, untilMs: Number.MAX_SAFE_INTEGER, limit: 1_000, offset: 0 }
    return this.store.alerts.list({ organizationId: this.organizationId, ...all, ...range })
  }

  /** The channel's notifications, oldest first: the alert and its state. */
  notices(): string[] {
    return this.store.notices.listUnplanned(this.channelId, 1_000).map(({ key }) => key)
  }
}

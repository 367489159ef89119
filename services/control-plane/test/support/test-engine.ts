import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createId, type SessionReport, type Verdict, type WorkflowRequest } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../src/telemetry-queries/query-telemetry.js'
import { createEngine, type Engine } from '../../src/workflows/engine/engine.js'
import { createProject } from '../../src/projects/create-project.js'
import { finishSession } from '../../src/sessions/finish-session.js'
import type { TriggerOccurrenceRow } from '../../src/workflows/store/trigger-occurrences.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import type { WorkflowRunRow } from '../../src/workflows/store/workflow-runs.js'
import type { WorkflowRow } from '../../src/workflows/store/workflows.js'
import { createWorkflow } from '../../src/workflows/change-workflow.js'
import { endingOf } from './session-ending.js'

/** Ticks until nothing is due; far more often than any test needs. */
const ticksMax = 1_000

/** An engine with its own database and a clock set by tests. */
export class TestEngine {
  now = Date.UTC(2026, 0, 5, 12)
  readonly directory = mkdtempSync(join(tmpdir(), 'engine-'))
  readonly store: ControlPlaneStore
  engine: Engine
  /** Responses to condition queries; set by tests that need them. */
  queryTelemetry: QueryTelemetry = () => Promise.reject(new Error('nothing is asked here'))

  constructor(readonly organizationId = 'organization') {
    this.store = openStore(this.directory)
    this.store.organizations.insert({ id: this.organizationId, name: 'x', created_at: this.now })
    this.engine = this.createEngine()
  }

  /** Another process on the same database. */
  createEngine(store = this.store): Engine {
    const queryTelemetry: QueryTelemetry = (organizationId, contract, query) =>
      this.queryTelemetry(organizationId, contract, query)
    return createEngine({ store, clock: () => this.now, log: silentLog, owner: createId(), queryTelemetry })
  }

  close(): void {
    this.store.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  createProject(): string {
    return createProject(this.store, { organizationId: this.organizationId, name: 'x', now: this.now }).id
  }

  createWorkflow(request: Partial<WorkflowRequest> = {}): WorkflowRow {
    const fields = { name: 'Watch', agent_name: 'triage', instruction: 'Look at {{ event }}' }
    const { organizationId, now } = this
    return createWorkflow(this.store, { organizationId, request: { ...fields, ...request }, now })
  }

  /** Does everything due now. */
  settle(engine = this.engine): void {
    for (let ticks = 0; ticks < ticksMax; ticks++) if (engine.tick() > this.now) return
    throw new Error('the engine does not come to rest')
  }

  /** Advances the clock and does what is due then. */
  advance(ms: number): void {
    this.now += ms
    this.settle()
  }

  /** Newest first. */
  runs({ id: workflowId }: WorkflowRow): WorkflowRunRow[] {
    const all = { workflowId, status: undefined, triggeredBy: undefined }
    return this.store.workflowRuns.list({ ...all, limit: 1_000, offset: 0 })
  }

  /** Newest first. */
  occurrences({ id: workflowId }: WorkflowRow): TriggerOccurrenceRow[] {
    const all = { workflowId, triggerName: undefined, outcome: undefined }
    return this.store.triggerOccurrences.list({ ...all, limit: 1_000, offset: 0 })
  }

  /** Ends a run's session, like an agent. */
  endSession(run: WorkflowRunRow, end: Verdict | 'failed' | 'cancelled'): void {
    const session = this.store.agentSessions.find(this.organizationId, run.session_id)
    if (session === undefined) throw new Error('the run has no session')
    const { now } = this
    if (end === 'cancelled') finishSession(endingOf(this.store), { session, end: { status: 'cancelled' }, now })
    else if (end === 'failed')
      finishSession(endingOf(this.store), { session, end: { status: 'failed', reason: 'broken' }, now })
    else finishSession(endingOf(this.store), { session, end: { status: 'completed', report: reportOf(end) }, now })
  }
}

/** A report with only a verdict. */
export function reportOf(verdict: Verdict): SessionReport {
  return {
    verdict,
    summary: 'What was seen.',
    cause: null,
    first_failing_service: null,
    onset_at: null,
    blast_radius: [],
    remediation: 'none',
    confidence: 0.5,
    claims: [],
    rivals: [],
  }
}

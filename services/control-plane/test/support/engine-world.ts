import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createId, ServiceError, type WorkflowChange } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { announceDeployment } from '../../src/deployments/announce-deployment.js'
import { createEngine, type Engine } from '../../src/workflows/engine/engine.js'
import { finishSession } from '../../src/sessions/finish-session.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import type { WorkflowRunRow } from '../../src/workflows/store/workflow-runs.js'
import type { WorkflowRow } from '../../src/workflows/store/workflows.js'
import { changeWorkflow, createWorkflow, deleteWorkflow } from '../../src/workflows/change-workflow.js'
import { cancelRun } from '../../src/workflows/run-states.js'
import { startRun } from '../../src/workflows/start-run.js'
import { Crash, crashAtRandom, type CrashPlan } from './crashing-store.js'
import { EngineObserver } from './engine-observer.js'
import { reportOf } from './test-engine.js'
import { endingOf } from './session-ending.js'

/** Possible operations; workflows and runs are chosen by number among the existing ones. */
export type WorldStep =
  | { kind: 'advance' | 'jump'; ms: number }
  /** A new workflow is active and has no repository. */
  | { kind: 'create'; change: Omit<WorkflowChange, 'status' | 'repository'> }
  | { kind: 'edit'; workflow: number; change: WorkflowChange }
  | { kind: 'delete' | 'run'; workflow: number }
  | { kind: 'deploy' | 'rival' }
  | { kind: 'end'; run: number; how: 'healthy' | 'failed' | 'cancelled' | 'lost' }
  | { kind: 'cancel'; run: number }
  | { kind: 'crash'; calls: number }

const organizationId = 'organization'
const page = { limit: 10_000, offset: 0 }
const leaseMs = 16_000
const ticksMax = 2_000

/** Two processes on one database, of which one may crash at any store call, and a clock that jumps. */
export class EngineWorld {
  #now = Date.UTC(2026, 2, 20, 12)
  readonly #directory = mkdtempSync(join(tmpdir(), 'engine-world-'))
  readonly #plan: CrashPlan = { callsLeft: undefined }
  /** Never crashes: the other process, and the observer. */
  readonly #sound: ControlPlaneStore
  readonly #rival: Engine
  readonly #observer: EngineObserver
  #store: ControlPlaneStore
  #engine: Engine

  constructor() {
    this.#sound = openStore(this.#directory)
    this.#sound.organizations.insert({ id: organizationId, name: 'x', created_at: this.#now })
    this.#rival = this.#createEngine(this.#sound)
    this.#observer = new EngineObserver(this.#sound, organizationId)
    this.#store = this.#open()
    this.#engine = this.#createEngine(this.#store)
  }

  #open(): ControlPlaneStore {
    return crashAtRandom(openStore(this.#directory), this.#plan)
  }

  #createEngine(store: ControlPlaneStore): Engine {
    return createEngine({ store, clock: () => this.#now, log: silentLog, owner: createId() })
  }

  close(): void {
    this.#store.close()
    this.#sound.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  take(step: WorldStep): void {
    try {
      this.#do(step)
      this.#settle(this.#engine)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      this.#restart()
    }
    this.#observer.look(this.#now)
  }

  /** No more crashes: everything due must be done within the lease, and all guarantees must hold. */
  comeToRest(): void {
    this.#plan.callsLeft = undefined
    this.#now += leaseMs
    this.#settle(this.#engine)
    this.#settle(this.#rival)
    this.#observer.look(this.#now)
    this.#observer.checkAtRest(this.#now)
  }

  #restart(): void {
    this.#plan.callsLeft = undefined
    this.#store.close()
    this.#store = this.#open()
    this.#engine = this.#createEngine(this.#store)
  }

  #settle(engine: Engine): void {
    for (let ticks = 0; engine.tick() <= this.#now; ticks++) {
      if (ticks > ticksMax) throw new Error('the engine does not come to rest')
    }
  }

  #do(step: WorldStep): void {
    switch (step.kind) {
      case 'advance':
      case 'jump':
        this.#now += step.ms
        return
      case 'create':
        createWorkflow(this.#store, { organizationId, request: { ...blank, ...step.change }, now: this.#now })
        return
      case 'rival':
        this.#settle(this.#rival)
        return
      case 'crash':
        this.#plan.callsLeft = step.calls
        return
      case 'deploy':
        this.#deploy()
        return
      case 'end':
      case 'cancel':
        this.#withRun(step)
        return
      default:
        this.#withWorkflow(step)
    }
  }

  #deploy(): void {
    const request = { deployment_request: 'Ship it', monitor: false }
    announceDeployment(this.#store, { organizationId, request, now: this.#now })
  }

  #withWorkflow(step: Extract<WorldStep, { workflow: number }>): void {
    const workflows = this.#sound.workflows.list({ ...everyWorkflow, ...page })
    const workflow = workflows[step.workflow % workflows.length]
    if (workflow === undefined) return
    const now = this.#now
    if (step.kind === 'edit') changeWorkflow(this.#store, { workflow, change: step.change, now })
    else if (step.kind === 'delete') deleteWorkflow(this.#store, workflow, now)
    else this.#runByHand(workflow)
  }

  #runByHand(workflow: WorkflowRow): void {
    try {
      startRun(this.#store, workflow, { triggeredBy: 'manual', triggerName: '', context: {}, now: this.#now })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error
    }
  }

  #withRun(step: Extract<WorldStep, { run: number }>): void {
    const running = this.#observer.runs().filter(({ status }) => status === 'running' || status === 'pending')
    const run = running[step.run % running.length]
    if (run === undefined) return
    if (step.kind === 'cancel') cancelRun(this.#store, run, this.#now)
    else this.#endSession(run, step.how)
  }

  #endSession(run: WorkflowRunRow, how: 'healthy' | 'failed' | 'cancelled' | 'lost'): void {
    const session = this.#sound.agentSessions.find(organizationId, run.session_id)
    if (session?.status !== 'active') return
    const now = this.#now
    if (how === 'lost') {
      const change = { from: 'active', to: 'failed', ended_at: now, verdict: null, report: null, token: null } as const
      this.#store.agentSessions.changeStatus({ id: session.id, failure: 'lost', ...change })
    } else if (how === 'healthy') {
      finishSession(endingOf(this.#store), { session, end: { status: 'completed', report: reportOf('healthy') }, now })
    } else {
      const end = how === 'failed' ? ({ status: how, reason: 'broken' } as const) : ({ status: how } as const)
      finishSession(endingOf(this.#store), { session, end, now })
    }
  }
}

const blank = { name: 'Watch', agent_name: 'triage', instruction: 'Look', timeout_seconds: 600 }
const everyWorkflow = { organizationId, name: undefined, agentName: undefined, repository: undefined }

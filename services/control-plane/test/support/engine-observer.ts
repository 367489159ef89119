import { expect } from 'chai'
import type { ControlPlaneStore } from '../../src/control-plane-store.js'
import type { TriggerOccurrenceRow } from '../../src/workflows/store/trigger-occurrences.js'
import type { WorkflowRunRow } from '../../src/workflows/store/workflow-runs.js'
import type { WorkflowTriggerRow } from '../../src/workflows/store/workflow-triggers.js'
import { createScheduleCache } from '../../src/scheduling/schedule.js'
import { readTrigger } from '../../src/workflows/triggers/trigger-definition.js'

const page = { limit: 100_000, offset: 0 }
const housekeepingMs = 31_000

/** A period in which a schedule was enabled and unchanged. */
interface Epoch {
  id: number
  /** The part of the trigger that determines when it fires; null while it is off. */
  definition: string | null
  /** Instants after it are to be decided, and have been up to the last check. */
  since: number
}

/** Observes the database from outside, tracks what should happen, and compares. */
export class EngineObserver {
  readonly #store: ControlPlaneStore
  readonly #organizationId: string
  readonly #open = createScheduleCache()
  readonly #workflowIds = new Set<string>()
  readonly #epochs = new Map<string, Epoch>()
  /** Epoch of each occurrence, by trigger and key. */
  readonly #epochOf = new Map<string, number>()
  /** Deployments by id, with the triggers that must have them. */
  readonly #expected = new Map<string, Set<string>>()

  constructor(store: ControlPlaneStore, organizationId: string) {
    this.#store = store
    this.#organizationId = organizationId
  }

  runs(): WorkflowRunRow[] {
    const all = { status: undefined, triggeredBy: undefined }
    return [...this.#workflowIds].flatMap((workflowId) =>
      this.#store.workflowRuns.list({ ...all, workflowId, ...page }),
    )
  }

  #occurrences(): TriggerOccurrenceRow[] {
    const all = { triggerName: undefined, outcome: undefined }
    return [...this.#workflowIds].flatMap((workflowId) =>
      this.#store.triggerOccurrences.list({ ...all, workflowId, ...page }),
    )
  }

  #triggers(): WorkflowTriggerRow[] {
    const filter = {
      organizationId: this.#organizationId,
      name: undefined,
      agentName: undefined,
      repository: undefined,
    }
    const workflows = this.#store.workflows.list({ ...filter, ...page })
    for (const { id } of workflows) this.#workflowIds.add(id)
    return workflows.flatMap(({ id }) => this.#store.workflowTriggers.list(id))
  }

  /** Called after every step. */
  look(now: number): void {
    const triggers = this.#triggers()
    this.#noteEpochs(triggers, now)
    this.#noteDeployments(triggers, now)
    this.#checkChains()
    this.#checkOverlaps()
  }

  #noteEpochs(triggers: readonly WorkflowTriggerRow[], now: number): void {
    const occurrences = this.#occurrences()
    for (const row of triggers.filter(({ kind }) => kind === 'schedule')) {
      const trigger = readTrigger(row)
      if (trigger.kind !== 'schedule') continue
      const definition = row.active === 1 ? JSON.stringify([trigger.cron, trigger.time_zone]) : null
      const known = this.#epochs.get(row.id)
      if (known?.definition === definition) continue
      const since = Math.max(now, row.last_instant ?? now)
      this.#epochs.set(row.id, { id: (known?.id ?? 0) + 1, definition, since })
    }
    for (const { trigger_id: id, key } of occurrences) {
      const name = `${id} ${key}`
      if (!this.#epochOf.has(name)) this.#epochOf.set(name, this.#epochs.get(id)?.id ?? 0)
    }
    const left = new Set(triggers.map(({ id }) => id))
    for (const id of this.#epochs.keys()) if (!left.has(id)) this.#epochs.delete(id)
  }

  #noteDeployments(triggers: readonly WorkflowTriggerRow[], now: number): void {
    const listening = triggers.filter(({ kind, active }) => kind === 'deployment_created' && active === 1)
    const ids = new Set(listening.map(({ id }) => id))
    // It may have missed the time while it was off.
    for (const expected of this.#expected.values()) for (const id of expected) if (!ids.has(id)) expected.delete(id)
    const filter = {
      service: undefined,
      environment: undefined,
      repository: undefined,
      projectId: undefined,
      status: undefined,
    }
    const range = { organizationId: this.#organizationId, startMs: 0, untilMs: now + 400 * 86_400_000 }
    for (const { id } of this.#store.deployments.list({ ...filter, ...range, ...page })) {
      if (!this.#expected.has(id)) this.#expected.set(id, new Set(ids))
    }
  }

  /** No occurrence is completed twice, and no attempt is made twice or too often. */
  #checkChains(): void {
    const runs = this.runs()
    const byId = new Map(runs.map((run) => [run.id, run]))
    const rootOf = (run: WorkflowRunRow): WorkflowRunRow => {
      const before = run.retry_of === null ? undefined : byId.get(run.retry_of)
      return before === undefined ? run : rootOf(before)
    }
    const repeated = runs.flatMap(({ retry_of: id }) => id ?? [])
    expect(new Set(repeated), 'a run is repeated once').to.have.property('size', repeated.length)
    const completed = runs.filter(({ status }) => status === 'completed').map((run) => rootOf(run).id)
    expect(new Set(completed), 'an occasion is completed once').to.have.property('size', completed.length)
    for (const run of runs) {
      expect(run.attempt, 'attempts').to.be.at.most(run.max_attempts)
      if (run.retry_of !== null) expect(byId.get(run.retry_of)?.status, 'what is repeated').to.equal('failed')
    }
    const made = this.#occurrences().flatMap(({ run_id: id }) => id ?? [])
    const byTrigger = runs.filter((run) => run.retry_of === null && run.triggered_by !== 'manual').map(({ id }) => id)
    expect(made, 'each run that a trigger made is of one occasion').to.have.members(byTrigger)
  }

  /** Records of instants belong to these instants only. */
  #checkOverlaps(): void {
    const ends = new Map<string, number>()
    const occurrences = this.#occurrences().filter(({ trigger_name: name }) => name === 'schedule')
    for (const row of occurrences.sort((one, other) => one.occurred_at - other.occurred_at)) {
      const stretch = `${row.trigger_id} ${this.#epochOf.get(`${row.trigger_id} ${row.key}`) ?? ''}`
      const end = ends.get(stretch)
      if (end !== undefined) expect(row.missed_since ?? row.occurred_at, 'an instant is decided once').to.be.above(end)
      ends.set(stretch, row.occurred_at)
    }
  }

  /** Called when nothing is due any longer. */
  checkAtRest(now: number): void {
    this.#checkNothingLost(now)
    const runs = this.runs()
    const busy = new Set(runs.filter(({ status }) => status === 'running').map((run) => run.workflow_id))
    for (const run of runs) this.#checkRun(run, { busy, now })
  }

  #checkNothingLost(now: number): void {
    const occurrences = this.#occurrences()
    for (const [id, { definition, since }] of this.#epochs) {
      if (definition === null) continue
      const [cron = '', zone = ''] = JSON.parse(definition) as string[]
      const schedule = this.#open(cron, zone)
      const own = occurrences.filter((row) => row.trigger_id === id)
      for (let at = schedule.after(since); at !== undefined && at <= now; at = schedule.after(at)) {
        const instant = at
        const isCovered = own.some(
          (row) => (row.missed_since ?? row.occurred_at) <= instant && instant <= row.occurred_at,
        )
        expect(isCovered, `${cron} ${zone} at ${new Date(instant).toISOString()} is decided`).to.equal(true)
      }
    }
    const decided = new Set(occurrences.map((row) => `${row.trigger_id} ${row.key}`))
    for (const [deployment, triggers] of this.#expected) {
      for (const id of triggers) expect(decided.has(`${id} ${deployment}`), 'a deployment is decided').to.equal(true)
    }
  }

  #checkRun(run: WorkflowRunRow, { busy, now }: { busy: ReadonlySet<string>; now: number }): void {
    const session = this.#store.agentSessions.find(this.#organizationId, run.session_id)
    if (run.status === 'running') {
      const bound = now + run.timeout_seconds * 1_000
      expect(run.times_out_at, 'a run ends within its time')
        .to.be.above(now)
        .and.at.most(bound + housekeepingMs)
      return
    }
    expect(session?.status, 'a session works for a run that runs').not.to.equal('active')
    if (run.status !== 'pending') expect(run.settled).to.equal(1)
    else if (run.starts_at === null) expect(busy.has(run.workflow_id), 'a run waits for another one').to.equal(true)
    else expect(run.starts_at, 'a run starts when its time comes').to.be.above(now)
  }
}

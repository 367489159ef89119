import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, ServiceError } from '@signalbox/contracts'
import type { SessionLease, SessionWork } from '@signalbox/service-kit'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import fc from 'fast-check'
import { finishSession } from '../../src/sessions/finish-session.js'
import { createSessionWork } from '../../src/sessions/session-work.js'
import { startSession } from '../../src/sessions/start-session.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { recordedStep, sampleReport, sampleUsage } from '../support/session-samples.js'
import { endingOf } from '../support/session-ending.js'

const organizationId = 'org'
const leaseMs = 30_000

/** Possible operations. `worker` and `which` choose among existing ones, so that every sequence is valid. */
type Happening =
  | { do: 'start' }
  | { do: 'claim'; worker: number }
  | { do: 'renew' | 'append' | 'complete' | 'fail' | 'wait'; worker: number; which: number }
  | { do: 'cancel'; which: number }
  | { do: 'clock'; byMs: number }

const worker = fc.nat({ max: 2 })
const which = fc.nat({ max: 3 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ do: fc.constant('start' as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const), worker }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('renew', 'append', 'append', 'complete', 'fail', 'wait'),
      worker,
      which,
    }),
  },
  fc.record({ do: fc.constant('cancel' as const), which }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      byMs: fc.constantFrom(1, leaseMs, 3_600_000, -3_600_000),
    }),
  },
)

/** A model of a session without a database. */
interface Known {
  token: number
  held: boolean
  ended: boolean
  steps: number
}

/** Several workers on one database, and the expected outcome. */
class Workers {
  now = Date.UTC(2026, 0, 1)
  readonly sessions: string[] = []
  readonly known = new Map<string, Known>()
  readonly #leases: SessionLease[][] = [[], [], []]
  readonly #work: readonly SessionWork[]
  readonly #store: ControlPlaneStore

  constructor(stores: readonly [ControlPlaneStore, ControlPlaneStore]) {
    const clock = () => this.now
    this.#store = stores[0]
    this.#work = [stores[0], stores[1], stores[0]].map((store) => createSessionWork({ ...endingOf(store), clock }))
  }

  async happen(what: Happening): Promise<void> {
    if (what.do === 'start') this.#start()
    else if (what.do === 'clock') this.now += what.byMs
    else if (what.do === 'claim') await this.#claim(what.worker)
    else if (what.do === 'cancel') this.#cancel(what.which)
    else await this.#use(what)
  }

  #start(): void {
    const origin = { kind: 'manual', id: null } as const
    const { id } = startSession(this.#store, { organizationId, prompt: 'Look', context: {}, origin, now: this.now })
    this.sessions.push(id)
    this.known.set(id, { token: 0, held: false, ended: false, steps: 0 })
  }

  async #claim(number: number): Promise<void> {
    const claimed = await this.#work[number]!.claimSessions({ owner: `w${number}`, leaseMs, max: 2 })
    for (const { lease, record, asOf, createdAt } of claimed) {
      const known = this.known.get(lease.sessionId)!
      expect(known.ended, 'what has ended is not handed out').to.equal(false)
      expect(lease.token, 'every claim has a token of its own').to.equal(known.token + 1)
      expect(record, 'the record is whole').to.have.length(known.steps)
      expect(asOf).to.be.at.least(createdAt)
      Object.assign(known, { token: lease.token, held: true })
      this.#leases[number]!.push(lease)
    }
    this.#noteGivenUp()
  }

  /** A session that is claimed too often without progress fails. */
  #noteGivenUp(): void {
    for (const [id, known] of this.known) {
      const row = this.#store.agentSessions.find(organizationId, id)
      if (row?.failure?.includes('abandoned') && !known.ended) {
        expect(row.fruitless_claims).to.equal(limits.agentSession.fruitlessClaimsMax)
        Object.assign(known, { ended: true, held: false })
      }
    }
  }

  #cancel(number: number): void {
    const id = this.sessions[number % Math.max(1, this.sessions.length)]
    const session = id === undefined ? undefined : this.#store.agentSessions.find(organizationId, id)
    if (!session || session.status !== 'active') return
    finishSession(endingOf(this.#store), { session, end: { status: 'cancelled' }, now: this.now })
    Object.assign(this.known.get(session.id)!, { ended: true, held: false })
  }

  async #use({
    do: action,
    worker: number,
    which: choice,
  }: Exclude<Happening, { do: 'start' | 'claim' | 'cancel' | 'clock' }>) {
    const leases = this.#leases[number]!
    const lease = leases[choice % Math.max(1, leases.length)]
    if (!lease) return
    const known = this.known.get(lease.sessionId)!
    const mayWrite = known.held && known.token === lease.token
    const work = this.#work[number]!
    const calls = {
      renew: () => work.renewLease(lease, leaseMs),
      append: () => work.appendStep(lease, recordedStep(known.steps + 1), sampleUsage),
      complete: () => work.endTurn(lease, { status: 'completed', report: sampleReport }),
      fail: () => work.endTurn(lease, { status: 'failed', reason: 'It broke' }),
      wait: () => work.endTurn(lease, { status: 'waiting', until: this.now + 1_000 }),
    }
    const code = await calls[action]().then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    )
    expect(code, `${action} under token ${lease.token} of ${known.token}`).to.equal(mayWrite ? 'done' : 'conflict')
    if (!mayWrite) return
    if (action === 'append') known.steps += 1
    if (action === 'complete' || action === 'fail') Object.assign(known, { ended: true, held: false })
    if (action === 'wait') known.held = false
  }

  /** In any case: no step is lost or duplicated, and active sessions can be claimed within a bounded time. */
  async settle(): Promise<void> {
    for (const [id, { steps, ended }] of this.known) {
      const numbers = this.#store.agentSessions.listSteps(id).map(({ number }) => number)
      expect(numbers).to.deep.equal(Array.from({ length: steps }, (_, index) => index + 1))
      expect(this.#store.agentSessions.find(organizationId, id)?.status !== 'active').to.equal(ended)
    }
    this.now = Date.UTC(2027, 0, 1)
    const active = [...this.known].filter(([, { ended }]) => !ended).map(([id]) => id)
    const claimed = await this.#work[0]!.claimSessions({ owner: 'last', leaseMs, max: 100 })
    this.#noteGivenUp()
    const givenUp = active.filter((id) => this.known.get(id)?.ended === true)
    expect([...claimed.map(({ lease }) => lease.sessionId), ...givenUp]).to.have.members(active)
  }
}

describe('work on agent sessions under any sequence of operations', () => {
  let directory: string
  let stores: [ControlPlaneStore, ControlPlaneStore]

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'session-work-'))
    stores = [openStore(directory), openStore(directory)]
    stores[0].organizations.insert({ id: organizationId, name: 'Default', created_at: 0 })
  })
  after(() => {
    for (const store of stores) store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const empty = () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    for (const table of ['agent_session_results', 'agent_session_steps', 'agent_sessions']) {
      database.exec(`DELETE FROM ${table}`)
    }
    database.close()
  }

  it('goes to one worker at a time, loses and duplicates no step, and leaves no session behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 60 }), async (happenings) => {
        empty()
        const workers = new Workers(stores)
        await workers.happen({ do: 'start' })
        for (const what of happenings) await workers.happen(what)
        await workers.settle()
      }),
      { numRuns: 40 },
    )
  })
})

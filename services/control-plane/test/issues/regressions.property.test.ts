import type { SightedRelease } from '@signalbox/service-kit'
import { expect } from 'chai'
import fc from 'fast-check'
import { systemActor } from '../../src/issues/issue-activities.js'
import { mergeIssues } from '../../src/issues/merge-issues.js'
import { Crash, crashAtRandom, type CrashPlan } from '../support/crashing-store.js'
import { IssueWorld } from '../support/issue-world.js'

const prints = 4

/** Possible operations. Batches are read again by number, in any order and any number of times. */
type Step =
  | { kind: 'events'; prints: number[]; crashAt: number | undefined }
  | { kind: 'again'; batch: number; crashAt: number | undefined }
  | { kind: 'resolve'; print: number }
  | { kind: 'reopen'; print: number }
  | { kind: 'archive'; print: number }
  | { kind: 'merge'; into: number; other: number }

const print = fc.integer({ min: 0, max: prints - 1 })
/** Usually within the work of one batch, sometimes never. */
const crashAt = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      prints: fc.array(print, { minLength: 1, maxLength: 4 }),
      crashAt,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), batch: fc.nat({ max: 50 }), crashAt }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('resolve' as const), print }) },
  fc.record({ kind: fc.constant('reopen' as const), print }),
  fc.record({ kind: fc.constant('archive' as const), print }),
  fc.record({ kind: fc.constant('merge' as const), into: print, other: print }),
)

/** A model of an issue according to the rules, without a database. */
interface Expected {
  status: 'unresolved' | 'resolved' | 'archived'
  changedAt: number
  comebacks: number
}

/** One simulation of some issues, real and expected side by side. */
class Life {
  readonly #world: IssueWorld
  readonly #plan: CrashPlan = { callsLeft: undefined }
  readonly #batches: { prints: readonly number[]; receivedAt: number }[] = []
  readonly #issues = new Map<number, Expected>()

  constructor(world: IssueWorld) {
    this.#world = world
    world.projectId = world.createProject()
  }

  async take(one: Step): Promise<void> {
    this.#world.now += 1_000
    if (one.kind === 'events') {
      this.#batches.push({ prints: one.prints, receivedAt: this.#world.now })
      await this.#read(this.#batches.length - 1, one.crashAt)
    } else if (one.kind === 'again') {
      if (this.#batches.length > 0) await this.#read(one.batch % this.#batches.length, one.crashAt)
    } else if (one.kind === 'merge') {
      this.#merge(one)
    } else {
      this.#decide(one)
    }
    this.#compare()
  }

  /** A batch interrupted by a crash is delivered again immediately. */
  async #read(number: number, callsLeft: number | undefined): Promise<void> {
    const batch = this.#batches[number]
    if (batch === undefined) return
    const releases: SightedRelease[] = [{ release: '', lastReceivedAt: batch.receivedAt }]
    const sightings = batch.prints.map((one) => this.#world.sighting(one, releases))
    this.#plan.callsLeft = callsLeft
    try {
      await this.#world.createRecorder(crashAtRandom(this.#world.store, this.#plan)).recordSightings(sightings)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      this.#plan.callsLeft = undefined
      await this.#world.recorder.recordSightings(sightings)
    } finally {
      this.#plan.callsLeft = undefined
    }
    for (const one of batch.prints) this.#expectEvents(one, batch.receivedAt)
  }

  #expectEvents(number: number, receivedAt: number): void {
    const known = this.#issues.get(number)
    if (known === undefined) {
      this.#issues.set(number, { status: 'unresolved', changedAt: this.#world.now, comebacks: 0 })
    } else if (known.status === 'resolved' && receivedAt > known.changedAt) {
      Object.assign(known, { status: 'unresolved', changedAt: this.#world.now, comebacks: known.comebacks + 1 })
    }
  }

  #decide({ kind, print: number }: Extract<Step, { kind: 'resolve' | 'reopen' | 'archive' }>): void {
    const known = this.#issues.get(number)
    if (known === undefined) return
    const status = ({ resolve: 'resolved', reopen: 'unresolved', archive: 'archived' } as const)[kind]
    const isNews = known.status !== status
    this.#world.change(number, { status })
    if (isNews) Object.assign(known, { status, changedAt: this.#world.now })
  }

  #merge({ into, other }: Extract<Step, { kind: 'merge' }>): void {
    const [target, source] = [this.#issues.get(into), this.#issues.get(other)]
    if (target === undefined || source === undefined || target === source) return
    const { store, organizationId, now } = this.#world
    const [issueId, issueIds] = [this.#world.issueOf(into).id, [this.#world.issueOf(other).id]]
    mergeIssues(store, { organizationId, issueId, issueIds, actor: systemActor, now })
    if (target.status === 'resolved' && source.status === 'unresolved') {
      Object.assign(target, { status: 'unresolved', changedAt: now })
    } else if (target.status === 'resolved' && source.status === 'resolved') {
      target.changedAt = Math.max(target.changedAt, source.changedAt)
    }
    for (const [number, known] of this.#issues) if (known === source) this.#issues.set(number, target)
  }

  #compare(): void {
    for (const [number, known] of this.#issues) {
      const issue = this.#world.issueOf(number)
      expect(issue.status, 'its state').to.equal(known.status)
      expect(this.#world.comebacks(number), 'how often it came back').to.equal(known.comebacks)
      const regressed = this.#world
        .activities(number)
        .filter((activity) => activity.kind === 'regressed' && activity.issue_id === issue.id)
      expect(regressed, 'activities').to.have.length(known.comebacks)
    }
  }
}

describe('regressions under any event order', () => {
  let world: IssueWorld
  before(() => {
    world = new IssueWorld()
  })
  after(() => {
    world.close()
  })

  it('are announced exactly once, with events in any order, read again, and with crashes in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const life = new Life(world)
        for (const one of steps) await life.take(one)
      }),
      { numRuns: 50 },
    )
  })
})

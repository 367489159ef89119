import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createWorkLease, LeaseLost, type WorkLease } from '../../src/scheduling/work-lease.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'

const leaseMs = 15_000
const start = Date.UTC(2026, 0, 5, 12)
/** The work's result, different from all times that a lease returns. */
const workedAt = 1

describe('a work lease', () => {
  let directory: string
  let store: ControlPlaneStore
  let warnings: string[]
  let stoodAside: string[]

  const createLease = (owner: string): WorkLease =>
    createWorkLease(store, {
      name: 'notices',
      owner,
      leaseMs,
      log: { warn: (_fields, message) => warnings.push(`${owner}: ${message}`) },
      onLeaseLost: () => stoodAside.push(owner),
    })

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'lease-'))
    store = openStore(directory)
    warnings = []
    stoodAside = []
  })
  afterEach(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  for (const how of ['whileHeld', 'whileHeldAsync'] as const) {
    describe(how, () => {
      const attempt = async (lease: WorkLease, now: number, work: () => void = () => undefined): Promise<number> => {
        const whole = (): number => {
          work()
          return workedAt
        }
        return how === 'whileHeld'
          ? lease.whileHeld(now, whole)
          : lease.whileHeldAsync(now, () => Promise.resolve().then(whole))
      }

      it('lets one of two processes work, and the other retry within the lease', async () => {
        const [one, other] = [createLease('one'), createLease('other')]
        expect(await attempt(one, start)).to.equal(workedAt)
        let isDone = false
        const next = await attempt(other, start, () => {
          isDone = true
        })
        expect([next, isDone]).to.deep.equal([start + leaseMs / 3, false])
        expect(stoodAside).to.deep.equal(['other'])
        expect(warnings).to.deep.equal([])
      })

      it('rolls back work that another process took over in the meantime, and reports it', async () => {
        const [one, other] = [createLease('one'), createLease('other')]
        const next = await attempt(one, start, () => {
          other.hold(start + leaseMs)
          one.guard(() => {
            store.organizations.insert({ id: 'x', name: 'x', created_at: start })
          })
        })
        expect(next).to.equal(start + leaseMs / 3)
        expect(store.organizations.find('x')).to.equal(undefined)
        expect(stoodAside).to.deep.equal(['one'])
        expect(warnings).to.deep.equal(['one: another process has taken over the notices'])
      })

      it('rethrows other errors, and retains the lease', async () => {
        const lease = createLease('one')
        const failed = await attempt(lease, start, () => {
          throw new Error('the disk is full')
        }).catch(String)
        expect(failed).to.equal('Error: the disk is full')
        expect(stoodAside).to.deep.equal([])
        expect(lease.guard(() => 'kept')).to.equal('kept')
      })
    })
  }

  it('lasts as long as its holder renews it', () => {
    const [one, other] = [createLease('one'), createLease('other')]
    for (let now = start; now < start + 10 * leaseMs; now += leaseMs / 3) {
      expect(one.hold(now)).to.equal(true)
      expect(other.hold(now)).to.equal(false)
    }
  })

  it('passes on when its holder is gone, whose later work is rejected', () => {
    const [one, other] = [createLease('one'), createLease('other')]
    one.hold(start)
    expect(other.hold(start + leaseMs)).to.equal(true)
    expect(() => one.guard(() => 'kept')).to.throw(LeaseLost)
    expect(one.hold(start + leaseMs)).to.equal(false)
  })

  it('passes on immediately when it is released, once', () => {
    const [one, other] = [createLease('one'), createLease('other')]
    one.hold(start)
    one.release()
    expect(other.hold(start)).to.equal(true)
    one.release()
    expect(other.guard(() => 'kept')).to.equal('kept')
  })

  it('does not last longer when the clock is set back', () => {
    const day = 24 * 3_600_000
    createLease('one').hold(start + day)
    expect(createLease('other').hold(start)).to.equal(true)
    expect(store.engineLeases.find('notices')).to.include({ owner: 'other', expires_at: start + leaseMs })
  })
})

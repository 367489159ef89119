import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { Allowances } from '../../src/requests/allowances.js'

const { bytesPerSecondMin, sharedMs, lateMs, regainedPerSecond, adjustMs, debtMsMax } = limits.body.allowance
const late = lateMs + 1
const stepBytes = 16 * 1_024

describe("organizations' allowances", () => {
  let now = 0
  let allowances: Allowances
  beforeEach(() => {
    now = 0
    allowances = new Allowances(() => now)
  })

  /** @returns bytes of an organization that started, of those it tried to send. */
  const send = (organization: string, bytes: number): number => {
    allowances.noteSender(organization)
    let started = 0
    while (started < bytes && allowances.mayStart(organization)) {
      const piece = Math.min(stepBytes, bytes - started)
      allowances.count(organization, piece)
      started += piece
    }
    return started
  }
  /** Lets organizations send for some time. @returns the bytes per second that started, by organization. */
  const run = (forMs: number, lateness: number, bytesPerSecond: Record<string, number>): Record<string, number> => {
    const started: Record<string, number> = {}
    for (let passed = 0; passed < forMs; passed += adjustMs) {
      for (const [organization, rate] of Object.entries(bytesPerSecond)) {
        started[organization] = (started[organization] ?? 0) + send(organization, (rate * adjustMs) / 1_000)
      }
      now += adjustMs
      allowances.adjust(lateness, adjustMs)
    }
    return Object.fromEntries(Object.entries(started).map(([name, bytes]) => [name, (bytes * 1_000) / forMs]))
  }
  const much = 10 * bytesPerSecondMin
  const little = 10 * stepBytes

  it('slow the organization that sends most while the process runs late', () => {
    run(5_000, late, { much, little })
    const after = run(5_000, late, { much, little })
    expect(after['much']).to.be.closeTo(bytesPerSecondMin, bytesPerSecondMin / 10)
    expect(after['little']).to.be.closeTo(little, 1)
  })

  it('slow it at once, however much it sent before', () => {
    run(5_000, 0, { much, little })
    run(1_000, late, { much, little })
    expect(run(1_000, late, { much, little })['much']).to.be.closeTo(bytesPerSecondMin, bytesPerSecondMin / 10)
  })

  it('slow an organization that sends nothing new while its requests wait', () => {
    run(1_000, 0, { much, little })
    for (let passed = 0; passed < 3 * sharedMs; passed += adjustMs) {
      allowances.count('much', (much * adjustMs) / 1_000)
      send('little', (little * adjustMs) / 1_000)
      now += adjustMs
      allowances.adjust(0, adjustMs)
    }
    allowances.adjust(late, adjustMs)
    expect(allowances.isSlowed('much')).to.equal(true)
  })

  it('slow nobody while the process is on time', () => {
    expect(run(10_000, lateMs, { much, little })['much']).to.be.closeTo(much, 1)
  })

  it('never slow an organization that sends alone, however late the process runs', () => {
    expect(run(10_000, late, { much })['much']).to.be.closeTo(much, 1)
  })

  it('slow organizations that send equally much alike', () => {
    run(10_000, late, { one: much, two: much, little })
    const { one = 0, two = 0, little: others } = run(10_000, late, { one: much, two: much, little })
    expect(one / two).to.be.closeTo(1, 0.1)
    expect(one).to.be.above(0.9 * bytesPerSecondMin)
    expect(others).to.be.closeTo(little, 1)
  })

  it('never slow an organization that sends little, though it sends most', () => {
    const modest = bytesPerSecondMin - stepBytes
    expect(run(10_000, late, { modest, little })['modest']).to.be.closeTo(modest, stepBytes)
  })

  it('recover faster, the longer the process is on time', () => {
    run(5_000, late, { much, little })
    const ofSecond = () => run(1_000, 0, { much, little })['much'] ?? 0
    const [first, second, third] = [ofSecond(), ofSecond(), ofSecond()]
    expect(second - first).to.be.closeTo(regainedPerSecond, regainedPerSecond / 2)
    expect(third - second).to.be.closeTo(2 * regainedPerSecond, regainedPerSecond / 2)
    run(Math.sqrt((2 * much) / regainedPerSecond) * 1_000, 0, { much, little })
    expect(run(1_000, 0, { much, little })['much']).to.be.closeTo(much, 1)
  })

  it('stay low while the process runs late now and then', () => {
    run(5_000, late, { much, little })
    for (let times = 0; times < 20; times += 1) {
      run(2_000, 0, { much, little })
      run(adjustMs, late, { much, little })
    }
    expect(run(2_000, 0, { much, little })['much']).to.be.below(1.3 * bytesPerSecondMin)
  })

  it('end as soon as nobody else sends', () => {
    run(5_000, late, { much, little })
    expect(allowances.isSlowed('much')).to.equal(true)
    now += sharedMs
    expect(send('much', much)).to.equal(much)
  })

  it('make the next request wait for a limited time, however large the last one was', () => {
    run(5_000, late, { much, little })
    now += debtMsMax / 2
    allowances.noteSender('little')
    expect(allowances.mayStart('much')).to.equal(true)
    allowances.count('much', 1_000 * much)
    expect(allowances.mayStart('much')).to.equal(false)
    now += debtMsMax
    allowances.noteSender('little')
    expect(allowances.mayStart('much')).to.equal(true)
  })
})

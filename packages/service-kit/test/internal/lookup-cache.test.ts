import { expect } from 'chai'
import { LookupCache } from '../../src/internal/lookup-cache.js'

const policy = {
  freshMs: 4_000,
  usableMs: 7_000,
  staleMs: 60_000,
  absentMs: 3_000,
  pauseMs: 1_000,
  entriesMax: 3,
}

/** A cache over a scripted service, with its own clock. */
function createFixture() {
  const state = { now: 1_000, answer: 'first' as string | undefined, isAway: false, questions: 0 }
  const cache = new LookupCache<string>({ policy, clock: () => state.now })
  const load = (): Promise<string | undefined> => {
    state.questions += 1
    return state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(state.answer)
  }
  return { state, find: (name = 'key') => cache.find(name, load) }
}

/** Waits for background work. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('LookupCache', () => {
  it('shares one lookup among concurrent callers, and none while the result is fresh', async () => {
    const { state, find } = createFixture()
    expect(await Promise.all([find(), find(), find()])).to.deep.equal(['first', 'first', 'first'])
    state.now += policy.freshMs - 1
    expect(await find()).to.equal('first')
    expect(state.questions).to.equal(1)
  })

  it('answers immediately while refreshing in the background, then with the new result', async () => {
    const { state, find } = createFixture()
    await find()
    state.answer = 'second'
    state.now += policy.freshMs
    expect(await find()).to.equal('first')
    await settle()
    expect(await find()).to.equal('second')
    expect(state.questions).to.equal(2)
  })

  it('waits for a new result once the cached one is older than `usableMs`', async () => {
    const { state, find } = createFixture()
    await find()
    state.answer = undefined
    state.now += policy.usableMs
    expect(await find()).to.equal(undefined)
  })

  it('counts the age of a result from the start of its lookup, so that changes in between do not last longer', async () => {
    const { state } = createFixture()
    const cache = new LookupCache<string>({ policy, clock: () => state.now })
    await cache.find('key', () => {
      state.now += 6_000
      return Promise.resolve('slow')
    })
    state.now += 1_000
    expect(await cache.find('key', () => Promise.resolve('new'))).to.equal('new')
  })

  it('serves cached results while the service is unreachable, for a bounded time', async () => {
    const { state, find } = createFixture()
    await find()
    state.isAway = true
    state.now += policy.staleMs - 1
    expect(await find()).to.equal('first')
    state.now += 1
    expect(await find().catch(String)).to.equal('Error: away')
  })

  it('retries a failed service only after a pause, whatever the name', async () => {
    const { state, find } = createFixture()
    state.isAway = true
    for (const name of ['a', 'b', 'c']) await find(name).catch(() => undefined)
    expect(state.questions).to.equal(1)
    state.now += policy.pauseMs
    state.isAway = false
    expect(await find('a')).to.equal('first')
  })

  it('caches absence for a while, then looks it up again', async () => {
    const { state, find } = createFixture()
    state.answer = undefined
    expect([await find(), await find()]).to.deep.equal([undefined, undefined])
    expect(state.questions).to.equal(1)
    state.answer = 'made'
    state.now += policy.absentMs
    expect(await find()).to.equal('made')
  })

  it('does not let made-up names evict existing ones', async () => {
    const { state, find } = createFixture()
    await find()
    state.answer = undefined
    for (let index = 0; index < 10; index += 1) await find(`made up ${index}`)
    expect(await find()).to.equal('first')
    expect(state.questions).to.equal(11)
  })

  it('keeps only the newest results, up to the limit', async () => {
    const { state, find } = createFixture()
    for (const name of ['a', 'b', 'c', 'd']) await find(name)
    await find('d')
    expect(state.questions).to.equal(4)
    await find('a')
    expect(state.questions).to.equal(5)
  })
})

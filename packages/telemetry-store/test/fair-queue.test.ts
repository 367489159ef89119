import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { FairQueue } from '../src/fair-queue.js'
import { StoreError, type QueryLane, type QueryLine } from '../src/reader.js'

/** Queries that run until they are ended. */
class Queries {
  readonly began: string[] = []
  readonly #ends = new Map<string, (failure?: Error) => void>()
  readonly queue: FairQueue

  constructor(queue: FairQueue) {
    this.queue = queue
  }

  start(name: string, line: QueryLine | undefined): Promise<unknown> {
    const ended = this.queue.run(line, () => {
      this.began.push(name)
      return new Promise<string>((resolve, reject) => {
        this.#ends.set(name, (failure) => {
          if (failure) reject(failure)
          else resolve(name)
        })
      })
    })
    return ended.catch((error: unknown) => error)
  }

  async end(name: string, failure?: Error): Promise<void> {
    this.#ends.get(name)?.(failure)
    await settled()
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const lineOf = (organizationId: string, lane: QueryLane = 'pages'): QueryLine => ({ organizationId, lane })

describe('FairQueue', () => {
  let now: number
  let queries: Queries
  beforeEach(() => {
    now = 0
    queries = new Queries(new FairQueue({ runningMax: 4, waitingMax: 1_000, clock: () => now }))
  })

  async function startAll(...names: [string, QueryLine | undefined][]): Promise<void> {
    for (const [name, line] of names) void queries.start(name, line)
    await settled()
  }

  it('alternates between organizations, however many queries of one are waiting', async () => {
    const ours = Array.from({ length: 20 }, (_, index): [string, QueryLine] => [`ours ${index}`, lineOf('ours')])
    await startAll(...ours, ['theirs 0', lineOf('theirs')], ['theirs 1', lineOf('theirs')], ['third', lineOf('third')])
    expect(queries.began).to.deep.equal(['ours 0', 'ours 1', 'theirs 0'])
    await queries.end('ours 0')
    await queries.end('ours 1')
    await queries.end('theirs 0')
    expect(queries.began.slice(3)).to.deep.equal(['ours 2', 'theirs 1', 'third'])
  })

  it('reserves a slot that no single organization and no free SQL can take', async () => {
    await startAll(
      ['sql 0', lineOf('ours', 'sql')],
      ['sql 1', lineOf('theirs', 'sql')],
      ['alert 0', lineOf('ours', 'automation')],
      ['alert 1', lineOf('ours', 'automation')],
      ['page', lineOf('theirs')],
    )
    expect(queries.began).to.deep.equal(['sql 0', 'alert 0', 'page'])
  })

  it("reserves a slot for the installation's own queries", async () => {
    await startAll(...['a', 'b', 'c', 'd'].map((name): [string, QueryLine] => [name, lineOf(name)]), ['own', undefined])
    expect(queries.began).to.deep.equal(['a', 'b', 'c', 'own'])
  })

  it('rejects queries of a full queue only', async () => {
    const lane = 'sql'
    for (let query = 0; query <= limits.query.queueLengthMax.sql; query += 1)
      void queries.start(`${query}`, lineOf('ours', lane))
    expect(await queries.start('one more', lineOf('ours', lane)))
      .to.be.instanceOf(StoreError)
      .and.include({ reason: 'overloaded' })
    await startAll(['page', lineOf('ours')])
    expect(queries.began).to.deep.equal(['0', 'page'])
  })

  it("rejects an organization's SELECTs for a minute after one of them crashed the engine", async () => {
    const endedEngine = new StoreError('timeout', 'ended', { endedEngine: true })
    await startAll(['sql', lineOf('ours', 'sql')], ['page', lineOf('ours')])
    await queries.end('page', endedEngine)
    await queries.end('sql', endedEngine)
    expect(await queries.start('again', lineOf('ours', 'sql'))).to.include({ reason: 'overloaded' })
    await startAll(['page again', lineOf('ours')], ['theirs', lineOf('theirs', 'sql')])
    expect(queries.began).to.deep.equal(['sql', 'page', 'page again', 'theirs'])
    await queries.end('theirs')
    now += 60_000
    await startAll(['later', lineOf('ours', 'sql')])
    expect(queries.began).to.include('later')
  })
})

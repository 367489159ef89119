import { expect } from 'chai'
import { createStatementQueue } from '../../src/embedded-server/statement-queue.js'

/** A task that the queue starts and the test ends. */
function createTask(name: string, begun: string[]) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const run = () => {
    begun.push(name)
    return ended
  }
  return { run, end }
}

/** Runs all pending callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createStatementQueue', () => {
  it('runs changes one after another, in order, even after a failed one', async () => {
    const queue = createStatementQueue({ readsMax: 1, waitingMax: 10 })
    const begun: string[] = []
    const first = createTask('first', begun)
    const running = queue.change(first.run)
    const failing = queue.change(() => Promise.reject(new Error('no'))).catch((error: unknown) => error)
    const last = queue.change(() => Promise.resolve('last'))
    await settle()
    expect(begun).to.deep.equal(['first'])
    first.end()
    await running
    expect(await failing).to.be.instanceOf(Error)
    expect(await last).to.equal('last')
  })

  it('makes a read wait for the changes before it, but not for later ones', async () => {
    const queue = createStatementQueue({ readsMax: 2, waitingMax: 10 })
    const begun: string[] = []
    const before = createTask('before', begun)
    const read = createTask('read', begun)
    const after = createTask('after', begun)
    const all = [queue.change(before.run), queue.read(read.run), queue.change(after.run)]
    await settle()
    expect(begun).to.deep.equal(['before'])
    before.end()
    await settle()
    expect(begun).to.have.members(['before', 'read', 'after'])
    for (const task of [read, after]) task.end()
    await Promise.all(all)
  })

  it('runs at most `readsMax` reads at once and starts the next when one ends', async () => {
    const queue = createStatementQueue({ readsMax: 1, waitingMax: 10 })
    const begun: string[] = []
    const tasks = ['a', 'b', 'c'].map((name) => createTask(name, begun))
    const all = tasks.map(({ run }) => queue.read(run))
    for (const [index, task] of tasks.entries()) {
      await settle()
      expect(begun).to.have.length(index + 1)
      task.end()
    }
    await Promise.all(all)
    await queue.idle()
  })

  it('rejects statements over the queue limit, and preserves the order of the others', async () => {
    const queue = createStatementQueue({ readsMax: 1, waitingMax: 2 })
    const begun: string[] = []
    const first = createTask('first', begun)
    const running = queue.change(first.run)
    await settle()
    const waiting = [queue.change(() => Promise.resolve(1)), queue.read(() => Promise.resolve(2))]
    const refused = await Promise.allSettled([
      queue.change(() => Promise.resolve(3)),
      queue.read(() => Promise.resolve(4)),
    ])
    for (const each of refused) expect(each).to.have.nested.property('reason.code', 202)
    first.end()
    await running
    expect(await Promise.all(waiting)).to.deep.equal([1, 2])
    expect(await queue.read(() => Promise.resolve(5))).to.equal(5)
  })
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { Arrivals } from '../../src/requests/arrivals.js'
import { auth, startIngest } from '../ingest-server.js'

const { requestsMax } = limits.body.turn

describe('requests that arrive', () => {
  let arrivals: Arrivals
  let begun: string[]
  beforeEach(() => {
    arrivals = new Arrivals()
    begun = []
  })
  const arrive = (sender: string, name = sender) => {
    const list = begun
    arrivals.take(sender, () => list.push(name))
  }

  it('begin at once while they are few', () => {
    for (let count = 0; count < requestsMax; count += 1) arrive('one')
    expect(begun).to.have.length(requestsMax)
  })

  it('begin a few at a time, another sender’s before the rest of a burst', async () => {
    for (let count = 0; count < 10 * requestsMax; count += 1) arrive('many')
    arrive('one')
    expect(begun).to.have.length(requestsMax)
    await nextTurn()
    expect(begun)
      .to.have.length(2 * requestsMax)
      .and.to.include('one')
  })

  it('begin all in the end, those of one sender in the order in which they came', async () => {
    const names = Array.from({ length: 3 * requestsMax + 1 }, (_, index) => String(index))
    for (const name of names) arrive('many', name)
    while (begun.length < names.length) await nextTurn()
    expect(begun).to.deep.equal(names)
    // And the next one begins at once again.
    await nextTurn()
    arrive('many', 'later')
    expect(begun.at(-1)).to.equal('later')
  })

  it('are all answered, however many come at once', async () => {
    const server = await startIngest()
    const send = () =>
      fetch(`${server.url}/api/42/envelope/?${auth}`, { method: 'POST', body: '{}\n{"type":"event"}\n{}' })
    const answers = await Promise.all(Array.from({ length: 5 * requestsMax }, send))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    await server.close()
  })
})

import { ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { createBatchedLookup } from '../../src/internal/batched-lookup.js'

/** Answers requests one by one, on demand. */
function createFixture(options: { namesMax?: number; waitingMax?: number } = {}) {
  const requests: (readonly string[])[] = []
  const answers: { resolve: (found: string[]) => void; reject: (error: Error) => void }[] = []
  const find = createBatchedLookup<string>({
    ...options,
    findAll: (names) => {
      requests.push(names)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
  })
  const answerNext = () => answers.shift()?.resolve((requests.at(-1) ?? []).map((name) => `${name}!`))
  return { find, requests, answers, answerNext }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('createBatchedLookup', () => {
  it('has one request in flight, and sends all lookups that arrived in the meantime in the next one', async () => {
    const { find, requests, answerNext } = createFixture()
    const first = find('a')
    await turn()
    const others = [find('b'), find('c')]
    await turn()
    expect(requests).to.deep.equal([['a']])
    answerNext()
    expect(await first).to.equal('a!')
    await turn()
    expect(requests.at(-1)).to.deep.equal(['b', 'c'])
    answerNext()
    expect(await Promise.all(others)).to.deep.equal(['b!', 'c!'])
  })

  it('combines a flood of names into few requests of bounded size', async () => {
    const { find, requests, answerNext } = createFixture({ namesMax: 100 })
    const all = Promise.all(Array.from({ length: 250 }, (_, index) => find(`name ${index}`)))
    for (let request = 0; request < 3; request += 1) {
      await turn()
      answerNext()
    }
    expect(await all).to.have.length(250)
    expect(requests.map(({ length }) => length)).to.deep.equal([100, 100, 50])
  })

  it('refuses lookups beyond the maximum number of waiting ones', async () => {
    const { find } = createFixture({ waitingMax: 2 })
    void find('a')
    void find('b')
    const refusal: unknown = await find('c').catch((error: unknown) => error)
    expect(refusal).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
  })

  it('fails all waiting lookups with the failed request, and sends later ones', async () => {
    const { find, answers, answerNext } = createFixture()
    const first = find('a').catch(String)
    await turn()
    const second = find('b').catch(String)
    answers.shift()?.reject(new Error('away'))
    expect([await first, await second]).to.deep.equal(['Error: away', 'Error: away'])
    const third = find('c')
    await turn()
    answerNext()
    expect(await third).to.equal('c!')
  })
})

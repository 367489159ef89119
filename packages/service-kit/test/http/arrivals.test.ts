import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { Arrivals, credentialOf } from '../../src/http/arrivals.js'

const { perTurnMax, turnMsMax } = limits.arrivals

describe('arriving requests', () => {
  let now: number
  let arrivals: Arrivals
  let begun: string[]
  beforeEach(() => {
    now = 0
    arrivals = new Arrivals(() => now)
    begun = []
  })
  const arrive = (sender: { address?: string; credential?: string }, name = '', takesMs = 0) => {
    const list = begun
    const begin = () => {
      list.push(name)
      now += takesMs
    }
    arrivals.take(begin, () => ({ address: '192.0.2.1', credential: '', ...sender }))
  }
  const repeat = (times: number, work: (index: number) => void) => {
    for (let index = 0; index < times; index += 1) work(index)
  }

  it('start immediately while there are few', () => {
    repeat(perTurnMax, () => {
      arrive({})
    })
    expect(begun).to.have.length(perTurnMax)
  })

  it("start a few at a time, another credential's before the rest of a burst", async () => {
    repeat(10 * perTurnMax, () => {
      arrive({ credential: 'many' })
    })
    arrive({ credential: 'one' }, 'one')
    expect(begun).to.have.length(perTurnMax)
    await nextTurn()
    expect(begun)
      .to.have.length(2 * perTurnMax)
      .and.to.include('one')
  })

  it('start no more per event-loop tick than its time allows, and at least one', async () => {
    repeat(10, () => {
      arrive({}, 'slow', turnMsMax)
    })
    expect(begun).to.have.length(1)
    await nextTurn()
    expect(begun).to.have.length(2)
  })

  it("gain nothing from made-up credentials, which share their address's turns", async () => {
    repeat(10 * perTurnMax, (index) => {
      arrive({ credential: `made up ${index}` })
    })
    arrive({ address: '192.0.2.2' }, 'elsewhere 1')
    arrive({ address: '192.0.2.2' }, 'elsewhere 2')
    await nextTurn()
    expect(begun.filter((name) => name.startsWith('elsewhere'))).to.deep.equal(['elsewhere 1', 'elsewhere 2'])
  })

  it('all start in the end, those of one sender in order', async () => {
    const names = Array.from({ length: 3 * perTurnMax + 1 }, (_, index) => String(index))
    for (const name of names) arrive({}, name)
    while (begun.length < names.length) await nextTurn()
    expect(begun).to.deep.equal(names)
    // And the next one starts immediately again.
    await nextTurn()
    arrive({}, 'later')
    expect(begun.at(-1)).to.equal('later')
  })
})

describe("a request's credential", () => {
  const request = (headers: IncomingHttpHeaders, url = '/') => ({ headers, url })
  const cases: [string, ReturnType<typeof request>, string][] = [
    ['an Authorization header', request({ authorization: 'Bearer a', cookie: 'c' }), 'Bearer a'],
    ['a header of an SDK', request({ 'x-sentry-auth': 'Sentry sentry_key=b' }), 'Sentry sentry_key=b'],
    ['a cookie', request({ cookie: 'session=c' }), 'session=c'],
    ['the key in a query', request({}, '/api/1/envelope/?sentry_version=7&sentry_key=d&x=1'), 'd'],
    ['none', request({}, '/anything?q=1'), ''],
  ]
  for (const [what, req, credential] of cases) {
    it(`may be ${what}`, () => {
      expect(credentialOf(req)).to.equal(credential)
    })
  }
})

import { expect } from 'chai'
import request from 'supertest'
import { createThingApp, expectProblem, read, thingPath, write } from './thing-app.js'

describe('access through the shell', () => {
  describe('401', () => {
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer unknown',
      'Basic key-all',
      'key-all',
      'Bearer a b',
    ]) {
      it(`rejects ${header === undefined ? 'a request without Authorization' : `Authorization ${JSON.stringify(header)}`}`, async () => {
        const { app } = createThingApp()
        const res = await (header === undefined
          ? request(app).get(thingPath)
          : request(app).get(thingPath).set('Authorization', header))
        expectProblem(res, 401, 'unauthenticated')
        expect(res.headers['www-authenticate']).to.equal('Bearer')
      })
    }

    for (const word of ['Bearer', 'bearer', 'TOKEN', 'Token']) {
      it(`accepts the scheme word ${word}`, async () => {
        expect(
          (await request(createThingApp().app).get(thingPath).set('Authorization', `${word} key-all`)).status,
        ).to.equal(200)
      })
    }

    it("answers 503 instead if keys can't be looked up", async () => {
      const res = await request(createThingApp().app).get(thingPath).set('Authorization', 'Bearer key-broken')
      expectProblem(res, 503, 'unavailable')
      expect(res.headers['retry-after']).to.equal('3')
    })
  })

  describe('403', () => {
    it('rejects a key without the scope, with rate-limit headers', async () => {
      const res = await request(createThingApp().app).get(thingPath).set('Authorization', 'Bearer key-none')
      expectProblem(res, 403, 'forbidden')
      expect(res.headers).to.include.keys('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset')
    })
  })

  describe('429', () => {
    it('rate-limits rejected keys, and still accepts valid ones from the same address', async () => {
      const refused: string[] = []
      const { app } = createThingApp({ queryPerMinute: 2, onRefusedKey: ({ secret }) => refused.push(secret) })
      const call = (key: string) => request(app).get(thingPath).set('Authorization', `Bearer ${key}`)
      const statuses = []
      for (const key of ['wrong-1', 'wrong-2', 'wrong-3']) statuses.push((await call(key)).status)
      expect(statuses).to.deep.equal([401, 401, 429])
      expect(refused).to.deep.equal(['wrong-1', 'wrong-2', 'wrong-3'])
      expect((await call('key-all')).status).to.equal(200)
    })

    it('rejects requests over the limit with Retry-After', async () => {
      const { app } = createThingApp({ queryPerMinute: 2 })
      const first = await read(app)
      await read(app, `${thingPath}?limit=0`)
      const refused = await read(app)
      expect(first.headers).to.include({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
      expectProblem(refused, 429, 'rate-limited')
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 60)
      expect(Number(refused.headers['x-ratelimit-reset'])).to.be.closeTo(Date.now() / 1_000 + 60, 5)
      expect((await write(app).send({ name: 'other class' })).status).to.equal(201)
    })
  })
})

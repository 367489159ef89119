import { gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import request from 'supertest'
import { createThingApp, expectProblem, read, thingPath, write } from './thing-app.js'

describe('requests to the shell', () => {
  describe('400 for parameters', () => {
    const cases: [string, string][] = [
      ['since=', 'since'],
      ['since=2h', 'since'],
      ['since=1h&since=1h', 'since'],
      ['limit=', 'limit'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['limit=1e2', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=%205', 'limit'],
      ['limit=1.5', 'limit'],
      [`limit=${'9'.repeat(400)}`, 'limit'],
      ['limit', 'limit'],
    ]
    for (const [query, name] of cases) {
      it(`names ${name} in ?${query}`, async () => {
        const problem = expectProblem(
          await read(createThingApp().app, `${thingPath}?${query}`),
          400,
          'invalid-parameters',
        )
        expect(problem.errors?.map((fault) => fault.name)).to.deep.equal([name])
      })
    }

    it('lists all faults of path and query at once', async () => {
      const res = await read(createThingApp().app, '/api/v1/things/no-uuid/?since=x&limit=-1')
      const problem = expectProblem(res, 400, 'invalid-parameters')
      expect(problem.errors?.map((fault) => fault.name)).to.have.members(['thing_id', 'since', 'limit'])
    })

    it('accepts a list parameter once or repeated, and checks each value and their number', async () => {
      const { app } = createThingApp()
      expect((await read(app, `${thingPath}?tag=a`)).status).to.equal(200)
      expect((await read(app, `${thingPath}?tag=a&tag=a%2Cb`)).status).to.equal(200)
      for (const query of ['tag=a&tag=b&tag=c', 'tag=a&tag=']) {
        const problem = expectProblem(await read(app, `${thingPath}?${query}`), 400, 'invalid-parameters')
        expect(problem.errors?.map((fault) => fault.name)).to.deep.equal(['tag'])
      }
    })

    it('rejects unknown parameters, including names of built-in properties, and lists the supported ones', async () => {
      const res = await read(
        createThingApp().app,
        `${thingPath}?x=1&x=2&__proto__=1&toString=2&tag.a=3&label=4&label.=5`,
      )
      const problem = expectProblem(res, 400, 'invalid-parameters')
      const names = ['x', '__proto__', 'toString', 'tag.a', 'label', 'label.']
      expect(problem.errors?.map((fault) => fault.name)).to.deep.equal(names)
      const detail = 'is not a parameter of this route: supported are tag, since, limit, label.<key>'
      expect(new Set(problem.errors?.map((fault) => fault.detail))).to.deep.equal(new Set([detail]))
    })

    it('rejects any number of parameters of a route without parameters, in a response of bounded size', async () => {
      const query = Array.from({ length: 2_000 }, (_, index) => `p${index}`).join('&')
      const res = await write(createThingApp().app, `/api/v1/things/?${query}`).send({ name: 'x' })
      const problem = expectProblem(res, 400, 'invalid-parameters')
      expect(problem.errors).to.have.length(20)
      expect(problem.errors?.[0]?.detail).to.equal('is not a parameter of this route: it has none')
    })

    it('reads object fields from dotted parameters, each at most once', async () => {
      const { app } = createThingApp()
      const res = await read(app, `${thingPath}?label.a=1&label.b.c=2&label.__proto__=3`)
      expect(res.status, res.text).to.equal(200)
      for (const query of ['label.a=1&label.a=2', 'label.a=']) {
        expectProblem(await read(app, `${thingPath}?${query}`), 400, 'invalid-parameters')
      }
    })

    for (const path of [
      '/api/v1/%00',
      '/api/v1/%ff',
      '/api/v1/%zz',
      `${thingPath}?since=%zz`,
      `${thingPath}?since=%00`,
    ]) {
      it(`rejects the malformed URL ${path}`, async () => {
        expect((await read(createThingApp().app, path)).status).to.equal(400)
      })
    }
  })

  describe('bodies', () => {
    it('accepts gzip, and JSON with a charset', async () => {
      const { app } = createThingApp()
      const packed = gzipSync('{"name":"packed"}')
      const req = write(app).set('Content-Encoding', 'gzip').set('Content-Type', 'application/json; charset=UTF-8')
      req.write(packed)
      const res = await req
      expect(res.status, res.text).to.equal(201)
    })

    it('accepts NUL and lone surrogates', async () => {
      expect((await write(createThingApp().app).send('{"name":"\\u0000 \\ud800"}')).status).to.equal(201)
    })

    const faulty: [title: string, body: string, names: string[]][] = [
      ['no body', '', ['']],
      ['broken JSON', '{"name":', ['']],
      ['an array instead of an object', '[]', ['']],
      ['null', 'null', ['']],
      ['a missing field', '{}', ['/name']],
      ['several faults', '{"name":1,"size":"x","more":true}', ['/more', '/name', '/size']],
      ['deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, ['']],
    ]
    for (const [title, body, names] of faulty) {
      it(`answers 400 for ${title}`, async () => {
        const problem = expectProblem(await write(createThingApp().app).send(body), 400, 'invalid-body')
        expect(problem.errors?.map((fault) => fault.name).toSorted()).to.deep.equal(names)
      })
    }

    it('answers 413 for a body over the limit, counting its inflated size', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(limits.body.jsonBytesMax) })
      expectProblem(await write(createThingApp().app).send(body), 413, 'body-too-large')
      const packed = write(createThingApp().app).set('Content-Encoding', 'gzip')
      packed.write(gzipSync(body))
      expectProblem(await packed, 413, 'body-too-large')
    })

    it('answers 415 for another media type, charset or encoding', async () => {
      const { app } = createThingApp()
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        expectProblem(await write(app).set('Content-Type', type).send('{"name":"x"}'), 415, 'unsupported-media-type')
      }
      expectProblem(await write(app).set('Content-Encoding', 'snappy').send('{}'), 415, 'unsupported-encoding')
    })

    it("answers 400 for a body that can't be inflated", async () => {
      expectProblem(
        await write(createThingApp().app).set('Content-Encoding', 'gzip').send('{}'),
        400,
        'undecodable-body',
      )
    })

    it('reads no body and runs no handler for callers without a key', async () => {
      const written: string[] = []
      const { app } = createThingApp({ onWrite: (name) => written.push(name) })
      expectProblem(await request(app).post('/api/v1/things').send({ name: 'x' }), 401, 'unauthenticated')
      expect(written).to.deep.equal([])
    })
  })
})

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { createGzipBomb } from '../support/compression-bomb.js'
import { eventually } from '../support/eventually.js'
import { exchangeText, sendAndHangUp, sendRaw } from '../support/raw-request.js'
import { readMetric } from '../support/read-metric.js'
import type { Project, SignalboxProcess } from '../support/signalbox-process.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'
import { eventEnvelope, HostileClient, type Accepted } from './hostile-client.js'

type FieldCase = [field: string, value: string]

const metricsPath = '/api/v1/telemetry/metrics'
const spansPath = '/api/v1/telemetry/spans'
const projectsPath = '/api/v1/telemetry/projects/'
const query = '/api/v1/telemetry/query'
const mebibyte = 2 ** 20
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const names = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1])))
const text = (length: number) => JSON.stringify('x'.repeat(length))
const notText = ['5', 'null', 'true', '[]', '{}']

describe('hostile input', () => {
  let client: HostileClient
  let signalbox: SignalboxProcess
  let project: Project
  let pid: number

  const post = (...request: Parameters<HostileClient['post']>) => client.post(...request)
  const sendEvent = (payload: string, eventId?: string) => client.sendEvent(payload, eventId)
  const get = (path: string) => client.get(path)

  before(async () => {
    client = await HostileClient.start()
    ;({ signalbox, project } = client)
    pid = signalbox.pid
  })
  after(() => signalbox.dispose())

  // Between hostile inputs, sends good items of each kind.
  afterEach(() => client.sendGood())

  describe("in a batch's items", () => {
    /**
     * Each case is a good item with one field replaced (the last of duplicate names counts), followed by a good one.
     */
    const expectRejected = async (path: string, item: object, cases: FieldCase[]) => {
      const goodItem = JSON.stringify(item)
      const items = cases.flatMap(([field, value]) => {
        const [name = '', inner] = field.split('/')
        const written = inner === undefined ? value : `{"${inner}":${value}}`
        return [goodItem.replace(/}$/, `,"${name}":${written}}`), goodItem]
      })
      const answer = await post(path, `{"${path === spansPath ? 'spans' : 'metrics'}":[${items.join(',')}]}`)
      expect(answer.status).to.equal(202)
      const { accepted, rejected } = answer.body as Accepted
      expect([accepted, rejected.length]).to.deep.equal([cases.length, cases.length])
      for (const [position, [field, value]] of cases.entries()) {
        expect(rejected[position]?.index, `${field}: ${value.slice(0, 80)}`).to.equal(2 * position)
        // Long names are truncated.
        expect(rejected[position]?.error).to.match(new RegExp(`^${field.slice(0, 200)}`))
      }
    }
    const times = [
      ...notText,
      '""',
      '"yesterday"',
      '"2026-02-30T00:00:00Z"',
      '"1e12"',
      '1e999',
      '"9999-01-01T00:00:00Z"',
    ]

    it('names the invalid field of a sample, and stores the other samples', async () => {
      const labels = ['cluster', 'namespace', 'pod', 'container', 'node']
      await expectRejected(metricsPath, createSample({ cluster: 'neighbour' }), [
        ...[...times, '"1969-01-01"'].map((value): FieldCase => ['timestamp', value]),
        ...labels.flatMap((label) => [...notText, text(254)].map((value): FieldCase => [label, value])),
        ...['5', 'null', '"x"', '[]', '{}', names(65)].map((value): FieldCase => ['metrics', value]),
        ...['"1"', 'null', 'true', '[]', '{}', '1e999', '-1e999'].map((value): FieldCase => ['metrics/cpu', value]),
        ['metrics/', '1'],
        [`metrics/${'n'.repeat(201)}`, '1'],
      ])
    })

    it('names the invalid field of a span, and stores the other spans', async () => {
      const ids = ['"short"', '"' + 'g'.repeat(32) + '"', '"' + 'a'.repeat(33) + '"', '""']
      await expectRejected(spansPath, createSpan({ service: 'neighbour' }), [
        ...[...notText, ...ids].map((value): FieldCase => ['trace_id', value]),
        ...[...notText, ...ids].map((value): FieldCase => ['span_id', value]),
        ...['5', 'true', '[]', '{}', ...ids].map((value): FieldCase => ['parent_span_id', value]),
        ...[...notText, '""', text(201)].map((value): FieldCase => ['service', value]),
        ...[...notText, '""', text(1_001)].map((value): FieldCase => ['operation', value]),
        ...[...times, '"1969-01-01"'].map((value): FieldCase => ['start_time', value]),
        ...['"5"', 'null', 'true', '[]', '{}', '-1', '-1e999', '1e999', '1e300', '12345678901234567890'].map(
          (value): FieldCase => ['duration_ms', value],
        ),
        ...[...notText, text(65)].map((value): FieldCase => ['status', value]),
        ...['5', 'null', '"x"', '[]', names(257)].map((value): FieldCase => ['attributes', value]),
        ['attributes/note', text(8_193)],
        [`attributes/${'k'.repeat(201)}`, '1'],
      ])
    })

    it('stores huge finite values, lone surrogates and NUL, cleaned if a text column cannot hold them', async () => {
      const service = '"odd \\ud800 \\u0000 \\udc00 end"'
      const cleaned = 'odd \ufffd \u0000 \ufffd end'
      const span = JSON.stringify(createSpan({ operation: 'odd', service: 0 })).replace(
        '"service":0',
        `"service":${service}`,
      )
      const sample = JSON.stringify(createSample({ cluster: 'odd', namespace: 0, metrics: { '0': 0, '1': 0 } }))
        .replace('"namespace":0', `"namespace":${service}`)
        .replace('"0":0,"1":0', '"huge":1.7e308,"many_digits":12345678901234567890123')
      expect((await post(spansPath, `{"spans":[${span}]}`)).status).to.equal(202)
      expect((await post(metricsPath, `{"metrics":[${sample}]}`)).status).to.equal(202)
      const eventId = newEventId()
      const event = `{"message":${service},"tags":{"a\\ud800":"\\udc00\\u0000"},"exception":{"values":[{"type":"\\ud800","value":"\\u0000"}]}}`
      expect((await sendEvent(event, eventId)).status).to.equal(200)
      await eventually(async () => {
        const { traces } = await signalbox.get<{ traces: { services: string[] }[] }>(`${query}/traces/?operation=odd`)
        expect(traces.map(({ services }) => services)).to.deep.equal([[cleaned]])
        const { metrics } = await signalbox.get<{ metrics: object[] }>(`${query}/metrics/?cluster=odd`)
        const values = metrics as { namespace: string; metric_name: string; value: number }[]
        expect(values.map(({ namespace, metric_name, value }) => [namespace, metric_name, value])).to.have.deep.members(
          [
            [cleaned, 'huge', 1.7e308],
            [cleaned, 'many_digits', Number('12345678901234567890123')],
          ],
        )
        const { events } = await signalbox.get<{ events: object[] }>(`${query}/errors/?event_id=${eventId}`)
        expect(events[0]).to.have.property('message').that.equals(cleaned)
      })
    })
  })

  describe('as a request body', () => {
    const bodyFault = async (path: string, body: string, name: string) => {
      const answer = await post(path, body)
      expect(answer.status, body.slice(0, 80)).to.equal(400)
      expect(answer.body, body.slice(0, 80)).to.have.nested.property('errors[0].name', name)
    }

    it('is rejected with the fault: invalid JSON, another shape, no items, 100 000 items', async () => {
      for (const [path, field] of [
        [metricsPath, 'metrics'],
        [spansPath, 'spans'],
      ] as const) {
        for (const body of [
          '',
          '{',
          'null',
          '5',
          '""',
          '[]',
          '{"a":NaN}',
          '{"a":1}{',
          '\ufeff',
          "{'a':1}",
          deep(10_000),
        ]) {
          await bodyFault(path, body, '')
        }
        for (const value of ['null', '5', '"x"', '{}', '[]', `[${'{},'.repeat(99_999)}{}]`]) {
          await bodyFault(path, `{"${field}":${value}}`, `/${field}`)
        }
        await bodyFault(path, '{}', `/${field}`)
        await bodyFault(path, `{"${field}":[${deep(10_000)}]}`, '')
        await bodyFault(path, `{"${field}":[null]}`, `/${field}/0`)
      }
      for (const body of ['', '{', '\ufeff', deep(10_000), `{"name":${deep(10_000)}}`])
        await bodyFault(projectsPath, body, '')
      for (const body of ['null', '5', '[]']) await bodyFault(projectsPath, body, '')
    })

    it('is rejected for projects without a name of 1 to 200 characters', async () => {
      for (const name of [...notText, '""', '"  "', text(201)])
        await bodyFault(projectsPath, `{"name":${name}}`, '/name')
      await bodyFault(projectsPath, '{}', '/name')
      await bodyFault(projectsPath, '{"name":"a","admin":true}', '/admin')
      expect((await post(projectsPath, `{"name":${text(mebibyte)}}`)).status).to.equal(413)
      const longest = await post(projectsPath, `{"name":${text(200)}}`)
      expect(longest.status).to.equal(201)
      expect(longest.body).to.have.property('name').that.has.length(200)
      const odd = `'; DROP TABLE projects; -- "%_\\`
      expect((await post(projectsPath, JSON.stringify({ name: odd }))).body).to.have.property('name', odd)
    })

    it('is dropped and counted as an event payload', async () => {
      const dropped = () =>
        readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'topic="envelopes",outcome="dropped"')
      const payloads = [deep(10_000), '{', '5', 'null', '[]', '"text"']
      const before = await dropped()
      for (const payload of payloads) expect((await sendEvent(payload)).status).to.equal(200)
      await eventually(async () => {
        expect((await dropped()) - before).to.equal(payloads.length)
      })
    })

    it('costs an event only the field that is nested too deep', async () => {
      const message = 'kept though a field is too deep'
      expect((await sendEvent(`{"message":"${message}","extra":${deep(10_000)}}`)).status).to.equal(200)
      await eventually(async () => {
        const path = `/api/v1/telemetry/query/errors/?since=1h&search=${encodeURIComponent(message)}`
        expect(await signalbox.get<object>(path)).to.include({ total: 1 })
      })
    })

    it('is rejected with a wrong (400) or unknown (415) encoding', async () => {
      const bodies: [string, string][] = [
        [metricsPath, JSON.stringify({ metrics: [createSample()] })],
        [spansPath, JSON.stringify({ spans: [createSpan()] })],
        [projectsPath, '{"name":"encoded"}'],
        [client.envelopePath, eventEnvelope('{}')],
      ]
      for (const [path, body] of bodies) {
        for (const encoding of ['gzip', 'deflate', 'br']) {
          expect((await post(path, body, { 'content-encoding': encoding })).status, `${path} ${encoding}`).to.equal(400)
        }
        const cutOff = gzipSync(body).subarray(0, -12)
        expect((await post(path, cutOff, { 'content-encoding': 'gzip' })).status, path).to.equal(400)
        expect((await post(path, gzipSync(body))).status, path).to.equal(400)
        for (const encoding of ['lzw', 'gzip, gzip', 'x'.repeat(1_000)]) {
          expect((await post(path, body, { 'content-encoding': encoding })).status, path).to.equal(415)
        }
      }
      for (const [path, body] of bodies.slice(0, 3)) {
        expect((await post(path, body, { 'content-type': 'text/xml' })).status, path).to.equal(415)
      }
    })

    it('is rejected with 413 within seconds if it inflates to 10 GB or never ends', async () => {
      const headers = { authorization: `Bearer ${signalbox.apiKey}`, 'content-type': 'application/json' }
      for (const path of [client.envelopePath, metricsPath, spansPath, projectsPath]) {
        const own = path === client.envelopePath ? {} : headers
        for (const bytes of [10 * 2 ** 30, Infinity]) {
          const body = await createGzipBomb(bytes)
          const bomb = { method: 'POST', headers: { ...own, 'content-encoding': 'gzip' }, body, withinMs: 8_000 }
          expect((await sendRaw(signalbox.url, path, bomb)).status, `${path} ${bytes}`).to.equal(413)
        }
        const zeros = Buffer.alloc(128 * mebibyte)
        const small = { deflate: deflateSync(zeros), br: brotliCompressSync(zeros, { params: { 1: 1 } }) }
        for (const [encoding, body] of Object.entries(small)) {
          const bomb = { method: 'POST', headers: { ...own, 'content-encoding': encoding }, body, withinMs: 8_000 }
          expect((await sendRaw(signalbox.url, path, bomb)).status, `${path} ${encoding}`).to.equal(413)
        }
      }
    })

    it('is answered with 413, not a broken connection, if a client announces and sends too much', async () => {
      const headers = { authorization: `Bearer ${signalbox.apiKey}`, 'content-type': 'application/json' }
      for (const path of [metricsPath, spansPath, projectsPath, client.envelopePath]) {
        const body = Buffer.alloc(40 * mebibyte, 'x')
        const own = path === client.envelopePath ? {} : { headers }
        const res = await fetch(signalbox.url + path, { method: 'POST', ...own, body })
        expect(res.status, path).to.equal(413)
        await res.text()
      }
    })

    it('blocks and leaks nothing if it is cut off', async () => {
      const before = await readMetric(signalbox.adminUrl, 'signalbox_http_requests_in_progress')
      const paths = [metricsPath, spansPath, projectsPath, client.envelopePath]
      const cutOff = (path: string) =>
        sendAndHangUp(
          signalbox.url,
          `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${signalbox.apiKey}\r\n` +
            `Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(100_000)}`,
        )
      await Promise.all(Array.from({ length: 25 }, () => paths.map(cutOff)).flat())
      await eventually(async () => {
        const inProgress = await readMetric(signalbox.adminUrl, 'signalbox_http_requests_in_progress')
        expect(inProgress).to.be.at.most(before)
      })
    })
  })

  describe('in the request line and headers', () => {
    it('is rejected without a valid API key', async () => {
      const values = [
        '',
        'Bearer',
        'Bearer wrong',
        `Basic ${signalbox.apiKey}`,
        signalbox.apiKey,
        `Bearer ${signalbox.apiKey}x`,
      ]
      for (const authorization of [...values, `Bearer ${'x'.repeat(5_000)}`, `Bearer ' OR 1=1`]) {
        const headers = { authorization, 'content-type': 'application/json' }
        for (const [method, path] of [
          ['POST', metricsPath],
          ['POST', spansPath],
          ['POST', projectsPath],
          ['GET', `${query}/errors/`],
        ] as const) {
          const { status, headers: answered } = await sendRaw(signalbox.url, path, {
            method,
            headers,
            body: method === 'GET' ? '' : '{}',
          })
          expect(status, `${path} ${authorization.slice(0, 80)}`).to.equal(401)
          expect(answered['www-authenticate']).to.equal('Bearer')
        }
      }
    })

    it('is rejected without a DSN key of the project', async () => {
      const cases: [path: string, status: number][] = [
        [`/api/${project.number}/envelope/`, 401],
        [`/api/${project.number}/envelope/?sentry_key=short`, 400],
        [`/api/${project.number}/envelope/?sentry_key=${'f'.repeat(32)}`, 403],
        [`/api/${project.number + 1_000}/envelope/?sentry_key=${project.publicKey}`, 403],
        [`/api/x/envelope/?sentry_key=${project.publicKey}`, 400],
        [`/api/%zz/envelope/?sentry_key=${project.publicKey}`, 400],
        [`/api/-1/envelope/?sentry_key=${project.publicKey}`, 400],
        [`/api/${'9'.repeat(25)}/envelope/?sentry_key=${project.publicKey}`, 400],
        [`/api/${project.number}'/envelope/?sentry_key=${project.publicKey}`, 400],
        [`/api/${project.number}/envelope/?sentry_key=%zz`, 400],
      ]
      for (const [path, status] of cases) {
        const answer = await sendRaw(signalbox.url, path, { method: 'POST', body: eventEnvelope('{}') })
        expect(answer.status, path).to.equal(status)
        expect(JSON.parse(answer.body), path).to.have.property('detail')
      }
    })

    it('is rejected for unknown paths (404), other methods (405) and malformed addresses (400)', async () => {
      for (const path of ['/api', '/api/v1/nothing', `${query}/errors/x`]) {
        expect((await get(path)).body, path).to.include({ status: 404, code: 'not-found' })
      }
      // Outside the API, every address serves the web interface, which shows that nothing is there.
      const { body: screen } = await sendRaw(signalbox.url, '/issues')
      expect(screen).to.match(/^<!doctype html>/)
      for (const path of ['/nothing', '//nothing', '/admin', '/API/V1/telemetry/query/errors/', '/metrics']) {
        expect((await sendRaw(signalbox.url, path)).body, path).to.equal(screen)
      }
      for (const path of [
        '/../etc/passwd',
        '/api/v1/../../../etc/passwd',
        '/api/docs/..%2f..%2fpackage.json',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/..%5c..%5c',
      ]) {
        const { status, body } = await sendRaw(signalbox.url, path)
        if (body !== screen) expect(status, path).to.be.oneOf([400, 404])
      }
      for (const path of [
        '/%',
        '/%zz',
        '/%c3%28',
        '/a%00b',
        `${query}/errors/?search=%`,
        `${query}/errors/?search=%ff`,
        `${query}/errors/?search=%00`,
        `${query}/errors/?%zz=1`,
      ]) {
        expect((await get(path)).body, path).to.include({ status: 400, code: 'bad-request' })
      }
      for (const path of [
        metricsPath,
        spansPath,
        projectsPath,
        `${query}/errors/`,
        `${query}/cluster/top/`,
        client.envelopePath,
      ]) {
        const { status, headers } = await sendRaw(signalbox.url, path, { method: 'PUT' })
        expect(status, path).to.equal(405)
        expect(headers.allow, path).to.be.a('string')
      }
    })

    it('is rejected for floods of headers (431) and non-HTTP bytes (400)', async () => {
      const large = { 'x-flood': 'x'.repeat(64_000) }
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x-flood-${index}`, '1']))
      for (const headers of [large, many]) {
        for (const path of [`${query}/errors/`, metricsPath]) {
          expect((await sendRaw(signalbox.url, path, { headers })).status).to.equal(431)
        }
      }
      expect((await sendRaw(signalbox.url, `/?${'x'.repeat(64_000)}`)).status).to.equal(431)
      expect(await exchangeText(signalbox.url, 'this is not HTTP\r\n\r\n')).to.match(/^HTTP\/1\.1 400 /)
      const twoLengths = `POST ${metricsPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
      expect(await exchangeText(signalbox.url, twoLengths)).to.match(/^HTTP\/1\.1 400 /)
    })
  })

  describe('of all kinds', () => {
    it('harms neither the process nor the valid items sent in between', async () => {
      await client.findGood()
      expect(client.good.spans).to.be.greaterThan(10)
      expect((await fetch(`${signalbox.adminUrl}/livez`)).status).to.equal(200)
      expect(process.kill(pid, 0)).to.equal(true)
      expect(await readMetric(signalbox.adminUrl, 'process_resident_memory_bytes')).to.be.lessThan(1.2e9)
      expect(await readMetric(signalbox.adminUrl, 'signalbox_consumer_dead_letters_total')).to.equal(0)
      expect(signalbox.output()).not.to.match(/"level":(50|60)|Uncaught|unhandled/i)
    })
  })
})

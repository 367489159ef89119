import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { readdress, readdressBody, readEdgeCases, readRecordedRequests } from '../support/recorded-requests.js'
import type { ExpectedItem } from '../support/recorded-requests.js'
import { conforms, renderTable, type ConformanceResult } from './conformance-table.js'
import { itemChecks, type Report } from './item-checks.js'
import { sendRequest } from './send-request.js'
import { checkClientReports, checkCountedItems, checkSessions } from './sum-checks.js'

/** Just after the last recorded request, so that all recordings are fresh for the service. */
const clock = () => Date.UTC(2026, 10, 21, 2, 10)

function createReport({ url, apiKey }: InProcessSignalbox): Report {
  const get = (path: string) =>
    fetch(new URL(path, url), {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(10_000),
    })
  return {
    read: async (path) => {
      const res = await get(path)
      if (res.status === 404) return undefined
      if (res.status !== 200) throw new Error(`${path} answered ${res.status}: ${await res.text()}`)
      return (await res.json()) as Record<string, unknown>
    },
    download: async (path) => Buffer.from(await (await get(path)).arrayBuffer()),
  }
}

/** Every accepted item is stored or counted. */
async function waitUntilConsumed(signalbox: InProcessSignalbox): Promise<void> {
  await eventually(async () => {
    const lags = await signalbox.eventLog.lag('signalbox-consumer')
    expect(lags.reduce((sum, { records }) => sum + records, 0)).to.equal(0)
  })
}

function expectConformance(results: readonly ConformanceResult[]): void {
  console.log(renderTable(results))
  expect(results.filter((result) => !conforms(result))).to.deep.equal([])
}

describe('conformance with the envelope protocol', () => {
  let signalbox: InProcessSignalbox

  before(async () => {
    signalbox = await startInProcess({ clock })
  })
  after(() => signalbox.close())

  it('answers every recorded request as the protocol requires', async () => {
    const { project, url } = signalbox
    const results: ConformanceResult[] = []
    for (const request of await readRecordedRequests()) {
      // A tunnel forwards the same envelope to its project's path, without authentication elsewhere.
      const path = request.url.startsWith('/tunnel')
        ? `/api/${project.number}/envelope/`
        : readdress(request.url, project)
      const { status, body, headers } = await sendRequest(url + path, {
        method: request.method,
        headers: request.headers.map(([name, value]) => [name, readdress(value, project)]),
        body: readdressBody(request.body, project),
      })
      const named = request.expect.body ?? undefined
      results.push({
        name: request.file,
        subject: 'answer',
        expected: { status: request.expect.status, body: named, cors: '*' },
        got: { status, body: named && body, cors: headers.get('access-control-allow-origin') },
      })
    }
    expectConformance(results)
  })

  it('records the outcome that the SDK was given for every item', async () => {
    await waitUntilConsumed(signalbox)
    const report = createReport(signalbox)
    const requests = await readRecordedRequests()
    const results: ConformanceResult[] = []
    for (const { file, expect: expectation } of requests) {
      for (const item of expectation.items ?? []) {
        const check = itemChecks[item.item]
        if (check) results.push({ name: file, subject: item.item, ...(await check(item, report)) })
      }
    }
    const items = requests.flatMap(({ expect: { items: some } }): ExpectedItem[] => some ?? [])
    const ofTypes = (...types: string[]) => items.filter(({ item }) => types.includes(item))
    const all = { name: 'all requests' }
    results.push({ ...all, subject: 'sessions', ...(await checkSessions(ofTypes('session', 'sessions'), report)) })
    results.push({
      ...all,
      subject: 'client reports',
      ...(await checkClientReports(ofTypes('client_report'), report)),
    })
    results.push({ ...all, subject: 'counted', ...(await checkCountedItems(items, report)) })
    expectConformance(results)
  })

  it('answers edge-case requests as specified', async () => {
    const { project, url } = signalbox
    const results: ConformanceResult[] = []
    for (const edge of await readEdgeCases()) {
      const { status, body } = await sendRequest(url + readdress(edge.path, project), {
        method: edge.method,
        headers: Object.entries(edge.headers).map(([name, value]) => [name, readdress(value, project)]),
        body: readdressBody(edge.body, project),
      })
      const named = edge.relay_body ?? undefined
      results.push({
        name: edge.name,
        subject: 'answer',
        expected: { status: edge.relay_status, body: named },
        got: { status, body: named && body },
      })
    }
    expectConformance(results)
  })
})

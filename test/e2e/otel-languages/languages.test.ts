import { expect } from 'chai'
import type { TraceDetail } from '@signalbox/contracts'
import { eventually } from '../../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../../support/in-process-signalbox.js'
import { startRefusingProxy, type RefusingProxy } from '../../support/refusing-proxy.js'
import { buildProgram, listPrograms, type RunProgram, type Statement } from './programs.js'
import { createReplay, listRecordings } from './recordings.js'

describe('telemetry of OpenTelemetry SDKs in other languages and of the Collector', function () {
  this.timeout(600_000)
  const built = listPrograms()
  const sources: { title: string; service: string; prepare: () => Promise<RunProgram> }[] = [
    ...built.map((name) => ({
      title: `sent by ${name}`,
      // The collector is behind the Go program.
      service: `orders-${name === 'collector' ? 'go' : name}`,
      prepare: () => buildProgram(name),
    })),
    ...listRecordings().map((name) => ({
      title: `kept of ${name}`,
      service: 'orders-go',
      prepare: () => createReplay(name),
    })),
  ]

  // The first run fetches the SDKs, all in parallel.
  before(() => Promise.all(built.map(buildProgram)))

  for (const { title, service, prepare } of sources) {
    describe(title, () => {
      let signalbox: InProcessSignalbox
      let proxy: RefusingProxy
      let said: Statement
      let stop: () => Promise<void>

      before(async () => {
        const runProgram = await prepare()
        signalbox = await startInProcess()
        proxy = await startRefusingProxy(signalbox.url, [503, 429])
        const running = await runProgram(proxy.url, signalbox.apiKey)
        said = running.said
        stop = running.stop
      })
      after(async () => {
        await stop()
        await proxy.close()
        await signalbox.close()
      })

      it('is sent again after a rejection, and ends up with equal counts, each item once', async () => {
        const spans = said.spans.length + 2 * (said.requests?.length ?? 0)
        await eventually(async () => {
          const { 'data_point stored': points, ...ledger } = await signalbox.readLedger()
          expect(ledger).to.deep.equal({ 'span stored': spans, 'log stored': said.logs })
          expect(points).to.be.at.least(said.points.length)
        })
        expect(proxy.refusals).to.be.empty
        const names = await signalbox.readColumn('data_points', 'name')
        for (const name of said.points)
          expect(
            names.filter((one) => one === name),
            name,
          ).to.have.length(1)
      })

      it('has equal ids, parents and durations', async () => {
        const toLine = (span: Statement['spans'][number]) => Object.values(span).join(' ')
        const columns = "concatWithSeparator(' ', trace_id, span_id, parent_span_id, toString(duration_us))"
        const stored = await signalbox.readColumn('spans', columns)
        const missing = said.spans.map(toLine).filter((line) => !stored.includes(line))
        expect(missing).to.be.empty
        expect(new Set(await signalbox.readColumn('spans', 'service'))).to.deep.equal(new Set([service]))
      })

      it('has the texts of its log records, in the traces that they name', async () => {
        const bodies = await signalbox.readColumn('logs', 'body')
        expect(bodies).to.have.members(Array.from({ length: said.logs }, (_, index) => `order ${index}: Größe M`))
        const traces = new Set(said.spans.map(({ trace_id }) => trace_id))
        for (const trace of await signalbox.readColumn('logs', 'trace_id')) expect(traces).to.include(trace)
      })

      if (title !== 'sent by java') return
      it('forms one tree across the client and the instrumented server', async () => {
        for (const trace of said.requests ?? []) {
          const { body } = await signalbox.call('GET', `/api/v1/telemetry/query/trace/${trace}/`)
          const { roots, span_count: count } = body as TraceDetail
          const [client] = roots[0]?.children ?? []
          const [server] = client?.children ?? []
          expect([count, roots.length, client?.operation, server?.operation]).to.deep.equal([3, 1, 'GET', 'GET /stock'])
        }
      })
    })
  }
})

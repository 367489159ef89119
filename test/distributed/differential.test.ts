import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servedRoutes, servingRoleOf, type RouteContract } from '@signalbox/contracts'
import { expect } from 'chai'
import { createCorpus, type Corpus } from '../support/corpus.js'
import { callApi } from '../support/distributed/call-api.js'
import { startDistributed, type DistributedSignalbox } from '../support/distributed/distributed-signalbox.js'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const hourMs = 3_600_000

/** An installation under test: requests go to the process that serves the route. */
interface Installation {
  ingestUrl: string
  ask: (route: Pick<RouteContract, 'method' | 'path'>, path: string) => Promise<unknown>
}

/** Each installation creates its own issues; only their fingerprints are the same. */
interface IssueNames {
  idOf: ReadonlyMap<string, string>
  fingerprintOf: ReadonlyMap<string, string>
}

/** Times of receipt, storage and counting differ between installations. */
const ownFields = new Set(['received_at', 'created_at', 'updated_at', 'status_changed_at', 'short_id', 'last_check_in'])

/** Check-ins have no time, so theirs is the receive time; attachment ids depend on their position in the log. */
const ownOfRuns = new Set(['started_at', 'ended_at', 'timestamp'])
const ownOfAttachments = new Set(['id', 'download_url'])

/** Routes about the installation rather than telemetry, endless ones, and ones that are compared separately below. */
const leftOut = new Set(['downloadAttachment', 'listSentryEvents', 'readSentryEvent', 'tailLogs'])

describe('the same hour, in one process and in separate ones', () => {
  let directory: string
  let embedded: SignalboxProcess
  let distributed: DistributedSignalbox
  let project: Project
  let corpus: Corpus
  const endMs = Math.floor(Date.now() / 60_000) * 60_000
  const range = `start=${new Date(endMs - hourMs).toISOString()}&end=${new Date(endMs + hourMs).toISOString()}`

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-differential-'))
    // Both have the same organization, project and keys: they start from copies of one control plane.
    const first = await startSignalbox({ dataDirectory: join(directory, 'first') })
    project = await first.createProject('Web')
    await first.stop()
    await cp(join(directory, 'first', 'control-plane'), join(directory, 'second', 'control-plane'), { recursive: true })
    embedded = await startSignalbox({ dataDirectory: join(directory, 'first') })
    distributed = await startDistributed({
      counts: { ingest: 2, consumer: 2, query: 2 },
      env: { SIGNALBOX_DATA_DIR: join(directory, 'second') },
    })
    corpus = createCorpus({ seed: 5, endMs })
  })
  after(async () => {
    await distributed.dispose()
    await embedded.dispose()
    await rm(directory, { recursive: true, force: true })
  })

  const installations = (): Installation[] => {
    const [query] = distributed.queries
    const ask = (url: string) => async (path: string) => {
      const { status, body } = await callApi(url, { method: 'GET', path, apiKey: embedded.apiKey })
      expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200)
      return body
    }
    return [
      { ingestUrl: embedded.url, ask: (_route, path) => ask(embedded.url)(path) },
      {
        ingestUrl: distributed.ingest[0]?.url ?? '',
        ask: (route, path) =>
          ask(servingRoleOf(route) === 'query' ? (query?.url ?? '') : distributed.controlPlane.url)(path),
      },
    ]
  }

  async function feed(url: string): Promise<void> {
    for (const { path, body } of corpus.requests) {
      const isEnvelope = path.includes('{project}')
      const target = path.replace('{project}', String(project.number))
      const res = await fetch(`${url}${target}${isEnvelope ? `?sentry_key=${project.publicKey}` : ''}`, {
        method: 'POST',
        body,
        headers: isEnvelope ? {} : { authorization: `Bearer ${embedded.apiKey}`, 'content-type': 'application/json' },
      })
      if (!res.ok) throw new Error(`${target} answered ${res.status}: ${await res.text()}`)
      await res.text()
    }
  }

  async function expectStored({ ask }: Installation): Promise<void> {
    const count = async (path: string) =>
      ((await ask({ method: 'get', path: path as '/api/' }, `${path}?${range}`)) as { total: number }).total
    const { events, samples, logs } = corpus.counts
    expect(await count('/api/v1/telemetry/query/errors/')).to.equal(events)
    expect(await count('/api/v1/telemetry/query/metrics/')).to.equal(samples)
    expect(await count('/api/v1/telemetry/query/logs/')).to.equal(logs)
    expect(await count('/api/v1/telemetry/query/traces/')).to.be.above(100)
    expect(await count('/api/v1/telemetry/query/feedback/')).to.equal(1)
  }

  async function readIssueNames({ ask }: Installation): Promise<IssueNames> {
    const list = { method: 'get', path: '/api/v1/issues/' } as const
    const { issues } = (await ask(list, '/api/v1/issues/?limit=1000')) as { issues: { id: string }[] }
    const names = await Promise.all(
      issues.map(async ({ id }) => {
        const detail = await ask({ method: 'get', path: '/api/v1/issues/{issue_id}/' }, `/api/v1/issues/${id}/`)
        const [first] = (detail as { fingerprints: { fingerprint: string }[] }).fingerprints
        return [first?.fingerprint ?? '', id] as const
      }),
    )
    return { idOf: new Map(names), fingerprintOf: new Map(names.map(([fingerprint, id]) => [id, fingerprint])) }
  }

  /** Requests for a telemetry route, with issues as the installation names them. */
  function questionsOf(route: RouteContract, { idOf }: IssueNames, attachmentId: string): string[] {
    const { samples } = corpus
    const fingerprint = [...idOf.keys()].sort()[0] ?? ''
    const values: Record<string, string> = {
      event_id: samples.eventWithAttachmentId,
      attachment_id: attachmentId,
      trace_id: samples.traceId,
      slug: samples.monitorSlug,
      issue_id: idOf.get(fingerprint) ?? '',
      key: 'browser',
      // The placeholder for the caller's own organization accepts any name.
      organization: 'acme',
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (route.id === 'readIssueEvent' && name === 'event_id') return 'latest'
      return values[name] ?? `no value for ${name}`
    })
    const known = Object.keys(route.query?.properties ?? {})
    const query = new URLSearchParams(known.includes('start') ? range : '')
    if (known.includes('end') && !known.includes('start')) query.set('end', new Date(endMs).toISOString())
    if (known.includes('split')) query.set('split', new Date(endMs - hourMs / 2).toISOString())
    if (known.includes('issue_id')) query.set('issue_id', values['issue_id'] ?? '')
    if (route.id === 'listSentryLogs') query.set('dataset', 'logs')
    if (known.includes('name') && route.id.includes('DataPoint')) query.set('name', 'orders')
    if (route.id === 'readErrors') query.set('action', 'recent')
    if (route.id !== 'exportTelemetry') return [`${path}?${query.toString()}`]
    return ['event', 'span', 'log', 'sample', 'app_metric'].map((kind) => `${path}?${query.toString()}&kind=${kind}`)
  }

  /** The parts that must be equal: issues by fingerprint, without installation-specific values. */
  function withoutOwn(value: unknown, names: IssueNames): unknown {
    if (typeof value === 'string') return names.fingerprintOf.get(value) ?? value
    if (Array.isArray(value)) return value.map((entry) => withoutOwn(entry, names))
    if (typeof value !== 'object' || value === null) return value
    const own = 'check_in_id' in value ? ownOfRuns : 'attachment_type' in value ? ownOfAttachments : ownFields
    const entries = Object.entries(value).filter(([name]) => !own.has(name))
    return Object.fromEntries(entries.map(([name, entry]) => [name, withoutOwn(entry, names)]))
  }

  it('ingests the same corpus completely', async () => {
    await Promise.all(installations().map(({ ingestUrl }) => feed(ingestUrl)))
    for (const installation of installations())
      await eventually(() => expectStored(installation), { withinMs: 120_000 })
  })

  it('answers every telemetry query identically', async () => {
    const [one, other] = installations()
    if (one === undefined || other === undefined) throw new Error('two installations are needed')
    const names = await eventually(
      async () => {
        const found = [await readIssueNames(one), await readIssueNames(other)] as const
        expect([...found[0].idOf.keys()].sort()).to.deep.equal([...found[1].idOf.keys()].sort())
        expect(found[0].idOf.size).to.be.above(4)
        return found
      },
      { withinMs: 60_000 },
    )
    const asked = servedRoutes.filter(
      (route: RouteContract) => route.method === 'get' && servingRoleOf(route) === 'query' && !leftOut.has(route.id),
    )
    expect(asked).to.have.length.above(30)
    const differing: string[] = []
    for (const route of asked) {
      const questions = questionsOf(route, names[0], '')
      const others = questionsOf(route, names[1], '')
      for (const [index, question] of questions.entries()) {
        const answers = [await one.ask(route, question), await other.ask(route, others[index] ?? '')]
        const [first, second] = [withoutOwn(answers[0], names[0]), withoutOwn(answers[1], names[1])]
        if (JSON.stringify(first) !== JSON.stringify(second)) differing.push(explain(question, first, second))
      }
    }
    expect(differing.join('\n\n')).to.equal('')
  })
})

/** Shows where two responses differ. */
function explain(question: string, first: unknown, second: unknown): string {
  const [one, other] = [JSON.stringify(first), JSON.stringify(second)]
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return `${question}\n  in one process: …${around(one)}…\n  in separate ones: …${around(other)}…`
}

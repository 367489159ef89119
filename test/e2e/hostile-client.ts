import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { sendRaw } from '../support/raw-request.js'
import { envelopeUrl } from '../support/post-envelope.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'

const query = '/api/v1/telemetry/query'

/** Response to a batch of samples or spans. */
export interface Accepted {
  accepted: number
  rejected: { index: number; error: string }[]
}

/** Sends hostile input unmodified to its own installation, interspersed with good items. */
export class HostileClient {
  readonly signalbox: SignalboxProcess
  readonly project: Project
  /** Good items, which must be stored whatever else is sent. */
  readonly good = { spans: 0, samples: 0, eventIds: [] as string[] }

  private constructor(signalbox: SignalboxProcess, project: Project) {
    this.signalbox = signalbox
    this.project = project
  }

  static async start(): Promise<HostileClient> {
    const signalbox = await startSignalbox()
    return new HostileClient(signalbox, await signalbox.createProject('hostile'))
  }

  get envelopePath(): string {
    return envelopeUrl('', this.project)
  }

  /** Posts text unmodified with the API key. */
  async post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
    const own = { authorization: `Bearer ${this.signalbox.apiKey}`, 'content-type': 'application/json' }
    const answer = await sendRaw(this.signalbox.url, path, { method: 'POST', headers: { ...own, ...headers }, body })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body) as unknown }
  }

  sendEvent(payload: string, eventId?: string) {
    return this.post(this.envelopePath, eventEnvelope(payload, eventId))
  }

  async get(path: string) {
    const headers = { authorization: `Bearer ${this.signalbox.apiKey}` }
    const answer = await sendRaw(this.signalbox.url, path, { headers })
    return { status: answer.status, body: JSON.parse(answer.body) as unknown }
  }

  /** Sends a good item of each kind. */
  async sendGood(): Promise<void> {
    const eventId = newEventId()
    const span = JSON.stringify({ spans: [createSpan({ service: 'good', operation: 'GET /good' })] })
    const sample = JSON.stringify({
      metrics: [createSample({ cluster: 'good', namespace: 'good', container: 'good' })],
    })
    const answers = [
      await this.post('/api/v1/telemetry/spans', span),
      await this.post('/api/v1/telemetry/metrics', sample),
      await this.sendEvent('{"message":"good","level":"error"}', eventId),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 200])
    this.good.spans += 1
    this.good.samples += 1
    this.good.eventIds.push(eventId)
  }

  /** Waits until all good items are stored exactly once, and no similar ones. */
  async findGood(): Promise<void> {
    const { signalbox, good } = this
    await eventually(async () => {
      const traces = await signalbox.get<{ total: number }>(`${query}/traces/?service=good&since=24h`)
      const samples = await signalbox.get<{ total: number }>(`${query}/metrics/?cluster=good&since=24h`)
      expect([traces.total, samples.total]).to.deep.equal([good.spans, good.samples])
      const found = await signalbox.get<{ events: { event_id: string }[] }>(`${query}/errors/?search=good&limit=1000`)
      expect(found.events.map(({ event_id }) => event_id)).to.have.members(good.eventIds)
    })
  }
}

/** An envelope of one event with an arbitrary payload. */
export function eventEnvelope(payload: string, eventId = newEventId()): string {
  return `{"event_id":"${eventId}"}\n{"type":"event"}\n${payload}`
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createId, type ChannelRequest, type NoticeState } from '@signalbox/contracts'
import { createAddressPolicy, createOutboundClient, silentLog, type Log, type Sighting } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../src/telemetry-queries/query-telemetry.js'
import { createChannel } from '../../src/notifications/channels/create-channel.js'
import { recordIssueEvent } from '../../src/issues/issue-events.js'
import { createSightingRecorder } from '../../src/issues/record-sightings.js'
import { gatherContent } from '../../src/notifications/notices/gather-content.js'
import { createOutbox, type Outbox } from '../../src/notifications/notices/outbox.js'
import type { SmtpSettings } from '../../src/notifications/delivery/sending.js'
import { readSettings } from '../../src/notifications/channels/channel-settings.js'
import { createSender } from '../../src/notifications/kinds/sender.js'
import { createProject } from '../../src/projects/create-project.js'
import type { IssueRow } from '../../src/issues/store/issues.js'
import type { NoticeStateRow } from '../../src/notifications/store/notices.js'
import type { NotificationChannelRow } from '../../src/notifications/store/notification-channels.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { fingerprint } from './test-control-plane.js'
import { recordingOf } from './issue-notices.js'

const publicUrl = 'https://telemetry.example.com'
const noMore = { state: undefined, limit: 10_000, offset: 0 }
/** Far more than any test needs. */
const ticksMax = 20_000

/** Channels, notices and an outbox in their own database, with a clock set by tests; requests are real. */
export class NoticeWorld {
  now = Date.UTC(2026, 0, 5, 12)
  readonly directory = mkdtempSync(join(tmpdir(), 'notices-'))
  readonly organizationId = 'organization'
  readonly policy = createAddressPolicy(['127.0.0.1'])
  readonly attempts: string[] = []
  readonly alarms: string[] = []
  store: ControlPlaneStore
  outbox: Outbox
  projectId: string
  /** Returns how often issues happened. */
  queryTelemetry: QueryTelemetry = () => Promise.reject(new Error('nothing is asked here'))
  smtp: SmtpSettings | undefined
  #sightings = 0

  constructor() {
    this.store = openStore(this.directory)
    this.store.organizations.insert({ id: this.organizationId, name: 'x', created_at: this.now })
    this.projectId = this.createProject()
    this.outbox = this.createOutbox()
  }

  createProject(): string {
    return createProject(this.store, { organizationId: this.organizationId, name: 'shop', now: this.now }).id
  }

  /** Another process on the same database, or the same one after a restart. */
  createOutbox(store = this.store): Outbox {
    const log: Log = { ...silentLog, error: (_fields, message) => this.alarms.push(message) }
    const outbound = createOutboundClient({
      policy: this.policy,
      timeouts: { connectMs: 2_000, headersMs: 1_000, bodyMs: 1_000 },
    })
    const clock = () => this.now
    const sender = createSender({ outbound, clock, smtp: this.smtp, publicUrl })
    const queryTelemetry: QueryTelemetry = (organizationId, contract, query) =>
      this.queryTelemetry(organizationId, contract, query)
    return createOutbox({
      store,
      clock,
      log,
      owner: createId(),
      random: () => 1,
      onAttempt: (channel, end) => this.attempts.push(`${channel.kind} ${end}`),
      send: async ({ channel, message: { id }, signal }) =>
        sender.send(
          { kind: channel.kind, settings: readSettings(channel) },
          { id, content: await gatherContent({ store, queryTelemetry, publicUrl }, { channel, messageId: id }) },
          signal,
        ),
    })
  }

  /** As after a crash: only the database is left, and the previous sender's lease has expired. */
  restart(): void {
    this.store.close()
    this.store = openStore(this.directory)
    this.now += 20_000
    this.outbox = this.createOutbox()
  }

  close(): void {
    this.store.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  createChannel(request: ChannelRequest, projectId = this.projectId): NotificationChannelRow {
    const project = this.store.projects.findById(this.organizationId, projectId)
    if (project === undefined) throw new Error('no such project')
    const rules = { policy: this.policy, hasMail: true }
    return createChannel(this.store, { project, request, rules, now: this.now }).channel
  }

  /** Reports the given number of new errors. */
  async sight(count = 1, more: Partial<Sighting> = {}): Promise<void> {
    const sightings = Array.from({ length: count }, () => this.sighting((this.#sightings += 1), more))
    await this.record(sightings)
  }

  record(sightings: readonly Sighting[], store = this.store): Promise<void> {
    return createSightingRecorder({ ...recordingOf(store), clock: () => this.now }).recordSightings(sightings)
  }

  sighting(number: number, more: Partial<Sighting> = {}): Sighting {
    return {
      organizationId: this.organizationId,
      projectId: this.projectId,
      fingerprint: fingerprint(number),
      previousFingerprint: '',
      title: `Error ${number}`,
      culprit: 'checkout in pay',
      level: 'error',
      platform: 'node',
      firstSeenAt: this.now,
      release: 'shop@1.0',
      environment: 'production',
      releases: [],
      ...more,
    }
  }

  /** Records a regression of an issue. */
  regress(issue: IssueRow, occurredAt = this.now): void {
    const { now } = this
    this.store.transact(() => {
      recordIssueEvent(recordingOf(this.store), {
        kind: 'issue_regressed',
        issue,
        occurredAt,
        release: 'shop@2.0',
        now,
      })
    })
  }

  issues(): IssueRow[] {
    return this.notices().flatMap(({ issue_id }) => this.store.issues.find(this.organizationId, issue_id ?? '') ?? [])
  }

  /** Of a channel, or of all channels of the project; oldest first. */
  notices(channelId?: string, state?: NoticeState): NoticeStateRow[] {
    const ids =
      channelId === undefined ? this.store.notificationChannels.list(this.projectId).map(({ id }) => id) : [channelId]
    return ids.flatMap((id) => this.store.notices.list({ ...noMore, channelId: id, state }).reverse())
  }

  channel(id: string): NotificationChannelRow {
    const channel = this.store.notificationChannels.read(id)
    if (channel === undefined) throw new Error('no such channel')
    return channel
  }

  /** Advances the clock, and does what is due until each request has its response. */
  async advance(ms: number, stepMs = 500): Promise<void> {
    const until = this.now + ms
    for (let ticks = 0; ticks < ticksMax; ticks += 1) {
      this.outbox.tick()
      await this.outbox.settled()
      if (this.now >= until) return
      this.now = Math.min(this.now + stepMs, until)
    }
    throw new Error('the time does not pass')
  }
}

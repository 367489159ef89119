import { envelopeMetaCodec, type EnvelopeMeta, type Omission, type RecordProject } from '@signalbox/contracts'
import type { DsnKeyOwner } from '@signalbox/service-kit'
import type { IngestDependencies } from '../dependencies.js'
import type { Submission } from './submission.js'
import type { Exchange } from '../requests/exchange.js'
import type { Admission } from './admit.js'

const userAgentLengthMax = 1_000
const clientLengthMax = 200

export interface SentryRecord extends Omit<Submission, 'items'> {
  /** Items the consumer must skip. */
  omitted: Omission[]
  /** See `AppendOptions`. */
  partitionKey: string | undefined
}

/** Makes a request durable as received; everything else the pipeline needs goes into the record's headers. */
export async function appendRecord(
  { eventLog, clock, metrics }: IngestDependencies,
  { req, clientIp, writeSlot }: Exchange,
  { owner, client }: Admission,
  record: SentryRecord,
): Promise<void> {
  const { raw, encoding } = record
  const bytes = raw.length
  const userAgent = req.headers['user-agent']
  const meta: EnvelopeMeta = {
    organizationId: owner.organizationId,
    project: toRecordProject(owner),
    receivedAt: clock(),
    encoding,
    form: record.form,
    ...(record.eventId !== undefined && { eventId: record.eventId }),
    ...(clientIp !== undefined && { clientIp }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, userAgentLengthMax) }),
    ...(client !== undefined && { sentryClient: client.slice(0, clientLengthMax) }),
    omitted: record.omitted,
  }
  const input = { headers: envelopeMetaCodec.encode(meta), value: raw, rows: record.rows }
  const { partitionKey } = record
  await writeSlot.begin(owner.organizationId, bytes)
  await eventLog.append('envelopes', [input], { handOver: true, ...(partitionKey !== undefined && { partitionKey }) })
  metrics.countBytes('envelopes', encoding, bytes)
}

/** Version 0 means default settings and is omitted. */
export function toRecordProject({ project: { id, number, name }, settingsVersion }: DsnKeyOwner): RecordProject {
  return { id, number, name, ...(settingsVersion > 0 && { settingsVersion }) }
}

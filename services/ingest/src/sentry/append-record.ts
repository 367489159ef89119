import { envelopeMetaCodec, type ContentEncoding, type EnvelopeMeta } from '@signalbox/contracts'
import type { IngestDependencies } from '../dependencies.js'
import { readClientIp } from '../requests/client-ip.js'
import type { Exchange } from '../requests/exchange.js'
import type { Admission } from './admit.js'

const userAgentLengthMax = 1_000
const clientLengthMax = 200

export interface SentryRecord {
  form: EnvelopeMeta['form']
  eventId: string | undefined
  raw: Uint8Array
  encoding: ContentEncoding
  /** Estimate, at least 1. */
  rows: number
}

/** Makes a request durable, as it came: everything else that the pipeline needs is in the headers of the record. */
export async function appendRecord(
  { eventLog, clock, config, metrics }: IngestDependencies,
  { req }: Exchange,
  { owner, client }: Admission,
  record: SentryRecord,
): Promise<void> {
  const { raw, encoding } = record
  const bytes = raw.length
  const clientIp = readClientIp(req, config.trustProxy)
  const userAgent = req.headers['user-agent']
  const meta: EnvelopeMeta = {
    organizationId: owner.organizationId,
    project: { id: owner.project.id, number: owner.project.number, name: owner.project.name },
    receivedAt: clock(),
    encoding,
    form: record.form,
    ...(record.eventId !== undefined && { eventId: record.eventId }),
    ...(clientIp !== undefined && { clientIp }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, userAgentLengthMax) }),
    ...(client !== undefined && { sentryClient: client.slice(0, clientLengthMax) }),
    omitted: [],
  }
  const input = { headers: envelopeMetaCodec.encode(meta), value: raw, rows: record.rows }
  await eventLog.append('envelopes', [input], { handOver: true })
  metrics.countBytes('envelopes', encoding, bytes)
}

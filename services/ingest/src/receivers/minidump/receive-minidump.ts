import { limits, readEventId } from '@signalbox/contracts'
import { writeSubmission } from '../../intake/write-submission.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readContentType } from '../../requests/read-content-type.js'
import { readMultipart, type Multipart, type MultipartFile } from '../../requests/read-multipart.js'
import { sendText } from '../../sentry/responses.js'
import { authenticate } from '../../sentry/authenticate.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'
import { toAttachment } from '../attachments/receive-attachments.js'
import { readCrashEvent } from './read-crash-event.js'

/** The record stores the files uncompressed, so they must fit into it after inflation. */
const bytesMax = limits.body.envelopeWireBytesMax
const dumpField = 'upload_file_minidump'
const dumpType = 'event.minidump'

/** Content types of uploaders that send only the dump. */
const bareTypes: ReadonlySet<string> = new Set(['application/octet-stream', 'application/x-dmp'])

/**
 * Receives native crashes as crash handlers upload them: a form with the dump, additional files, and annotations. Each
 * becomes an envelope with one event and its attachments; the dump is stored but not parsed.
 */
export function createMinidumpReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const { inflated } = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    refuseEmpty(inflated)
    const { fields, files } = await readForm(exchange, inflated)
    const dump = files.find(({ field }) => field === dumpField)
    if (dump === undefined || dump.bytes.length === 0) throw new ProtocolError(400, 'missing minidump')
    const crash = readCrashEvent(fields)
    const eventId = readEventId(crash['event_id']) ?? dependencies.createEventId()
    exchange.memory.reserve(inflated.length)
    const event = Buffer.from(JSON.stringify({ ...crash, event_id: eventId }))
    const submission = writeSubmission(eventId, [
      { header: { type: 'event', content_type: 'application/json' }, payload: event },
      ...files.map((file) => (file === dump ? toAttachment(file, dumpType) : toAttachment(file))),
    ])
    await dependencies.intake.accept(exchange, admission, submission)
    sendText(exchange.res, toDashedForm(eventId))
  }
}

async function readForm({ req, memory }: Exchange, body: Uint8Array): Promise<Multipart> {
  const contentType = readContentType(req.headers)
  if (contentType === 'multipart/form-data') return readMultipart(body, req.headers, memory)
  if (!bareTypes.has(contentType)) throw new ProtocolError(415, 'unsupported media type')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const dump: MultipartFile = { field: dumpField, filename: 'minidump.dmp', contentType, bytes }
  return { fields: [], files: [dump] }
}

function toDashedForm(eventId: string): string {
  return eventId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

import { limits, readEventId } from '@signalbox/contracts'
import type { ItemToWrite } from '@signalbox/envelope'
import { writeSubmission } from '../../intake/write-submission.js'
import type { Receiver } from '../../requests/exchange.js'
import { readContentType } from '../../requests/read-content-type.js'
import { readMultipart, type MultipartFile } from '../../requests/read-multipart.js'
import { sendEmpty } from '../../sentry/responses.js'
import { authenticate } from '../../sentry/authenticate.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'

/** The record stores the files uncompressed, so they must fit into it after inflation. */
const bytesMax = limits.body.envelopeWireBytesMax

/** Receives files for an event that was sent earlier. */
export function createAttachmentsReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const { req, res, parameters, memory } = exchange
    const admission = await authenticate(dependencies, exchange)
    const eventId = readEventId(parameters.eventId)
    if (eventId === undefined) throw new ProtocolError(400, 'bad event id path parameter')
    if (readContentType(req.headers) !== 'multipart/form-data') {
      throw new ProtocolError(415, 'unsupported media type')
    }
    const { inflated } = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    refuseEmpty(inflated)
    const { files } = await readMultipart(inflated, req.headers, memory)
    if (files.length === 0) throw new ProtocolError(400, 'missing attachments')
    memory.reserve(inflated.length)
    const submission = writeSubmission(
      eventId,
      files.map((file) => toAttachment(file)),
    )
    await dependencies.intake.accept(exchange, admission, submission)
    sendEmpty(res, 201)
  }
}

/** Converts a form file into an envelope item. */
export function toAttachment(
  { filename, contentType, bytes }: MultipartFile,
  attachmentType = 'event.attachment',
): ItemToWrite {
  const header = { type: 'attachment', attachment_type: attachmentType, filename, content_type: contentType }
  return { header, payload: bytes }
}

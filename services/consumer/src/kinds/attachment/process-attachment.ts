import { createHash } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import { cleanText } from '@signalbox/sentry-events'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'

const { bytesMax, nameLengthMax, typeLengthMax } = limits.attachment
const nameDefault = 'unnamed'
const typeDefault = 'event.attachment'

/** Attachments of events. Their payload is not JSON. */
export const attachmentPipeline: EnvelopeItemPipeline = {
  read: () => ({ ok: true, value: undefined }),
  quantity: () => 1,
  process: processAttachment,
}

/** Stores one file unchanged, even if it is empty; it belongs to the event of its envelope. */
function processAttachment(_payload: unknown, context: EnvelopeItemContext): ItemResult {
  const { meta, item, header, fallbackEventId, itemPosition } = context
  const { payload: bytes } = item
  if (bytes.length > bytesMax) {
    return dropped('attachment', 1, 'too_large')
  }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const eventId = header.eventId ?? fallbackEventId
  const row = {
    organization_id: meta.organizationId,
    project_id: meta.project.id,
    event_id: eventId,
    received_at: meta.receivedAt,
    attachment_id: hashToId(eventId, itemPosition),
    name: readFileName(item.header['filename']),
    content_type: readWord(item.header['content_type'], ''),
    attachment_type: readWord(item.header['attachment_type'], typeDefault),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content: content.toString('base64'),
  }
  return stored('attachment', 1, { attachments: [row] })
}

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/** Strips directories: saving the file must not write elsewhere. */
function readFileName(value: unknown): string {
  if (typeof value !== 'string') return nameDefault
  const name = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
  const text = cleanText(name.replace(controlCharacters, '').trim(), nameLengthMax)
  return text === '' || text === '.' || text === '..' ? nameDefault : text
}

function readWord(value: unknown, wordDefault: string): string {
  if (typeof value !== 'string') return wordDefault
  return cleanText(value.replace(controlCharacters, '').trim(), typeLengthMax) || wordDefault
}

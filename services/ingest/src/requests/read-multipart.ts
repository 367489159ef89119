import { limits } from '@signalbox/contracts'
import type { MemoryLease } from '@signalbox/service-kit'
import busboy, { type Busboy } from 'busboy'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { ProtocolError } from './protocol-error.js'

export interface MultipartFile {
  /** Name of the form field. */
  field: string
  filename: string
  contentType: string
  bytes: Buffer
}

export interface Multipart {
  /** In order; names may repeat. */
  fields: readonly (readonly [name: string, value: string])[]
  files: readonly MultipartFile[]
}

/** One file more than allowed, so that the envelope limit check responds and counts the excess. */
const bounds = {
  files: limits.envelope.attachmentItemsMax + 1,
  fields: 1_000,
  fieldNameSize: 200,
  fieldSize: limits.envelope.eventBytesMax,
}

/**
 * Parses a form that was received completely.
 * @param memory Charged for files, which are copies of parts of the body.
 * @throws ProtocolError 400 if the form is malformed, 413 beyond the bounds; OverloadedError
 */
export async function readMultipart(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  memory: MemoryLease,
): Promise<Multipart> {
  const parser = createParser(headers)
  const parts: PartCollection = { fields: [], files: [], memory }
  collectFields(parser, parts)
  collectFiles(parser, parts)
  const tooMany = () => parser.destroy(new ProtocolError(413, 'form exceeded size limits'))
  parser.on('filesLimit', tooMany).on('fieldsLimit', tooMany).on('partsLimit', tooMany)
  const closed = once(parser, 'close')
  // The parser emits an error for every fault; only the first one matters.
  parser.on('error', () => undefined)
  parser.end(body)
  try {
    await closed
  } catch (error) {
    if (!isMalformed(error)) throw error
    throw new ProtocolError(400, 'invalid multipart data', { causes: [error.message] })
  }
  return parts
}

interface PartCollection {
  fields: [string, string][]
  files: MultipartFile[]
  memory: MemoryLease
}

function createParser(headers: IncomingHttpHeaders): Busboy {
  try {
    return busboy({ headers, limits: bounds, defParamCharset: 'utf8' })
  } catch (error) {
    const causes = error instanceof Error ? [error.message] : []
    throw new ProtocolError(400, 'invalid multipart data', { causes })
  }
}

function collectFields(parser: Busboy, { fields }: PartCollection): void {
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    fields.push([name, value])
    if (nameTruncated || valueTruncated) parser.destroy(new ProtocolError(413, 'form exceeded size limits'))
  })
}

function collectFiles(parser: Busboy, { files, memory }: PartCollection): void {
  parser.on('file', (field, stream, { filename, mimeType: contentType }) => {
    const pieces: Buffer[] = []
    stream
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const size = pieces.reduce((sum, { length }) => sum + length, 0)
        try {
          memory.reserve(size)
          files.push({ field, filename: filename ?? field, contentType, bytes: Buffer.concat(pieces, size) })
        } catch (error) {
          parser.destroy(error instanceof Error ? error : new Error('no memory left for a file', { cause: error }))
        }
      })
      // Emitted if the form ends within a file; the parser reports it as well.
      .on('error', () => undefined)
  })
}

/** Parser errors are plain `Error`s. */
function isMalformed(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error'
}

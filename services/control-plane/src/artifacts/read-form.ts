import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { limits, ServiceError } from '@signalbox/contracts'
import busboy, { type Busboy, type FileInfo } from 'busboy'
import type { Readable } from 'node:stream'

/** A file of a form. */
export interface FormFile {
  /** Name of its field. */
  field: string
  filename: string
  bytes: Buffer
}

export interface FormBounds {
  filesMax: number
  /** Of one file. */
  fileBytesMax: number
}

/**
 * Reads a form with files as it comes in. A file is handed over when all of it is there, and the next one is read when
 * it was taken care of, so that one is in memory at a time.
 * @returns the fields that are no files; of several with one name the last.
 * @throws ServiceError `bad-request` for what is no such form, `body-too-large` beyond the bounds, and what `take` throws.
 */
export async function readForm(
  req: IncomingMessage,
  bounds: FormBounds,
  take: (file: FormFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>()
  const parser = createParser(req, bounds)
  let last: Promise<void> = Promise.resolve()
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('file', (field, stream, info) => {
    const before = last
    last = readFile(stream, field, info).then(async (file) => {
      await before
      await take(file)
    })
    last.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  const refuse = () => parser.destroy(tooMuch(`At most ${bounds.filesMax} files`))
  parser.on('filesLimit', refuse).on('fieldsLimit', refuse).on('partsLimit', refuse)
  try {
    await pipeline(req, parser)
    await last
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('bad-request', { detail: 'The body is no form that can be read', cause })
  }
  return fields
}

function createParser(req: IncomingMessage, { filesMax, fileBytesMax }: FormBounds): Busboy {
  if (req.headers['content-encoding'] !== undefined) {
    throw new ServiceError('unsupported-encoding', { detail: 'A form is sent as it is; its files may be compressed' })
  }
  try {
    const bounds = { files: filesMax, fileSize: fileBytesMax, fields: 20, fieldSize: limits.artifacts.urlLengthMax }
    return busboy({ headers: req.headers, limits: bounds, preservePath: true, defParamCharset: 'utf8' })
  } catch (cause) {
    throw new ServiceError('bad-request', { detail: 'The body must be multipart/form-data', cause })
  }
}

async function readFile(stream: Readable & { truncated?: boolean }, field: string, info: FileInfo): Promise<FormFile> {
  const bytes = await buffer(stream)
  if (stream.truncated === true) throw tooMuch('A file is larger than it may be')
  return { field, filename: info.filename ?? '', bytes }
}

function tooMuch(detail: string): ServiceError {
  return new ServiceError('body-too-large', { detail })
}

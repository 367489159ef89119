import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits, ServiceError } from '@signalbox/contracts'
import { cutWhenSlow, MemoryLease, OverloadedError, type MemoryBudget } from '@signalbox/service-kit'
import busboy, { type Busboy, type FileInfo } from 'busboy'

const { urlLengthMax } = limits.artifacts
/** Maximum number of fields that are not files. */
const fieldsMax = 20
/** Maximum length of names in error messages. */
const nameLengthMax = 100

/** Sent when the memory for files is exhausted. */
const retryAfterSeconds = 5

/** A request with an unread form as its body. */
export interface SentForm {
  req: IncomingMessage
  /** Organization whose share of the memory its files use. */
  organizationId: string
  /** Memory for all form files together. */
  memory: MemoryBudget
}

/** A file of a form. */
export interface FormFile {
  /** Name of its field. */
  field: string
  filename: string
  bytes: Buffer
}

export interface FormBounds {
  /** Limit for the complete form. */
  bytesMax: number
  filesMax: number
  /** Limit per file. */
  fileBytesMax: number
}

/**
 * Parses a multipart form while it is received. Each file is handed over once complete, and the next one is read only
 * after it was processed, so that one file at a time is in memory. The rest of a rejected form is drained, so that the
 * client gets to read the error; a client that sends a file too slowly is disconnected.
 * @returns the fields that are not files; for repeated names, the last value.
 * @throws ServiceError `bad-request` if it is not a valid form; `body-too-large` beyond the limits; `overloaded` while
 * others use up the memory; and whatever `take` throws.
 */
export async function readForm(
  form: SentForm,
  bounds: FormBounds,
  take: (file: FormFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const { req } = form
  const fields = new Map<string, string>()
  try {
    const parser = createParser(req, bounds)
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) parser.destroy(tooMuch(`A form field can have at most ${urlLengthMax} characters`))
      else fields.set(name, value)
    })
    const taken = takeEach(form, { parser, bounds, take })
    await feed(req, parser, bounds)
    await taken()
  } catch (cause) {
    req.resume()
    if (cause instanceof ServiceError) throw cause
    if (cause instanceof OverloadedError) throw new ServiceError('overloaded', { retryAfterSeconds, cause })
    throw new ServiceError('bad-request', { detail: 'The body is not a valid form', cause })
  }
  return fields
}

/** @returns a function that waits until the received files have been processed. */
function takeEach(
  form: SentForm,
  { parser, bounds, take }: { parser: Busboy; bounds: FormBounds; take: (file: FormFile) => Promise<void> },
): () => Promise<void> {
  const { filesMax, fileBytesMax } = bounds
  let last: Promise<void> = Promise.resolve()
  parser.on('file', (field, stream, info) => {
    // The parser waits for the stream's reader, and fails together with the parser.
    stream.on('error', () => undefined)
    last = last.then(() => takeFile(form, { stream, field, info, fileBytesMax }, take))
    last.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  const refuse = (what: string) => () => parser.destroy(tooMuch(`A form can have at most ${what}`))
  parser.on('filesLimit', refuse(`${filesMax} files`)).on('fieldsLimit', refuse(`${fieldsMax} other fields`))
  return () => last
}

/** Not a pipeline from the request itself, which would close the connection when a form is rejected. */
async function feed(req: IncomingMessage, parser: Busboy, { bytesMax }: FormBounds): Promise<void> {
  const refusal = tooMuch(`A form can have at most ${bytesMax} bytes`)
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw refusal
  let bytes = 0
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > bytesMax) done(refusal)
      else done(null, chunk)
    },
  })
  req.on('error', (error) => counter.destroy(error))
  req.on('close', () => {
    if (!req.complete) counter.destroy(new Error('the connection ended'))
  })
  await pipeline(req.pipe(counter), parser)
}

function createParser(req: IncomingMessage, { filesMax, fileBytesMax }: FormBounds): Busboy {
  if (req.headers['content-encoding'] !== undefined) {
    throw new ServiceError('unsupported-encoding', {
      detail: 'The form itself must not be compressed; its files may be',
    })
  }
  try {
    const bounds = {
      files: filesMax,
      // The parser treats a file of exactly the maximum size as truncated.
      fileSize: fileBytesMax + 1,
      fields: fieldsMax,
      fieldSize: urlLengthMax + 1,
    }
    return busboy({ headers: req.headers, limits: bounds, preservePath: true, defParamCharset: 'utf8' })
  } catch (cause) {
    throw new ServiceError('bad-request', { detail: 'The body must be multipart/form-data', cause })
  }
}

type FileStream = Readable & { truncated?: boolean }

interface ComingFile {
  stream: FileStream
  field: string
  info: FileInfo
  fileBytesMax: number
}

async function takeFile(form: SentForm, file: ComingFile, take: (file: FormFile) => Promise<void>): Promise<void> {
  const lease = new MemoryLease(form.memory, undefined)
  lease.holdFor(form.organizationId)
  try {
    await take(await readFile(form.req, file, lease))
  } finally {
    lease.close()
  }
}

async function readFile(
  req: IncomingMessage,
  { stream, field, info, fileBytesMax }: ComingFile,
  lease: MemoryLease,
): Promise<FormFile> {
  const bytes = await readPieces(req, stream, lease)
  const filename = info.filename ?? ''
  if (stream.truncated === true) {
    throw tooMuch(
      `${JSON.stringify(filename.slice(0, nameLengthMax))} exceeds the maximum file size of ${fileBytesMax} bytes`,
    )
  }
  return { field, filename, bytes }
}

async function readPieces(req: IncomingMessage, stream: Readable, lease: MemoryLease): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  const stopTiming = cutWhenSlow(req, () => bytes)
  try {
    const received: AsyncIterable<Uint8Array> = stream
    for await (const piece of received) {
      lease.reserve(piece.length)
      pieces.push(piece)
      bytes += piece.length
    }
  } finally {
    stopTiming()
  }
  return Buffer.concat(pieces, bytes)
}

function tooMuch(detail: string): ServiceError {
  return new ServiceError('body-too-large', { detail })
}

import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits, ServiceError } from '@signalbox/contracts'
import { cutWhenSlow, MemoryLease, OverloadedError, type MemoryBudget } from '@signalbox/service-kit'
import busboy, { type Busboy, type FileInfo } from 'busboy'

const { urlLengthMax } = limits.artifacts
/** Fields that are not files. */
const fieldsMax = 20
/** Of names in refusals. */
const nameLengthMax = 100

/** When memory for files is used up. */
const retryAfterSeconds = 5

/** A request whose body is a form that nobody has read. */
export interface SentForm {
  req: IncomingMessage
  /** Whose share of the memory its files take. */
  organizationId: string
  /** For files of forms, of all of them together. */
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
  /** Of the whole form. */
  bytesMax: number
  filesMax: number
  /** Of one file. */
  fileBytesMax: number
}

/**
 * Reads a form with files as it comes in. A file is handed over when all of it is there, and the next one is read when
 * it was taken care of, so that one is in memory at a time. What is left of a refused form is thrown away, so that the client
 * comes to read why; one that sends a file too slowly is cut off.
 * @returns the fields that are not files; of several with one name the last.
 * @throws ServiceError `bad-request` for what is no such form, `body-too-large` beyond the bounds, `overloaded` while others hold
 * the memory, and what `take` throws.
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

/** @returns a function that waits until the files that came are taken. */
function takeEach(
  form: SentForm,
  { parser, bounds, take }: { parser: Busboy; bounds: FormBounds; take: (file: FormFile) => Promise<void> },
): () => Promise<void> {
  const { filesMax, fileBytesMax } = bounds
  let last: Promise<void> = Promise.resolve()
  parser.on('file', (field, stream, info) => {
    // The parser waits for whoever reads the stream; it fails together with the parser.
    stream.on('error', () => undefined)
    last = last.then(() => takeFile(form, { stream, field, info, fileBytesMax }, take))
    last.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  const refuse = (what: string) => () => parser.destroy(tooMuch(`A form can have at most ${what}`))
  parser.on('filesLimit', refuse(`${filesMax} files`)).on('fieldsLimit', refuse(`${fieldsMax} other fields`))
  return () => last
}

/** Not a pipeline from the request itself: that would cut the connection off where a form is refused. */
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
      // The parser takes what has just so many bytes for something that was cut off.
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

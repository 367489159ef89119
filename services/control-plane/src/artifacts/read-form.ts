import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits, ServiceError } from '@signalbox/contracts'
import busboy, { type Busboy, type FileInfo } from 'busboy'

/** Fields that are not files. */
const fieldsMax = 20
/** Of names in refusals. */
const nameLengthMax = 100

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
 * comes to read why.
 * @returns the fields that are not files; of several with one name the last.
 * @throws ServiceError `bad-request` for what is no such form, `body-too-large` beyond the bounds, and what `take` throws.
 */
export async function readForm(
  req: IncomingMessage,
  bounds: FormBounds,
  take: (file: FormFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>()
  try {
    const parser = createParser(req, bounds)
    parser.on('field', (name, value) => fields.set(name, value))
    const taken = takeEach(parser, bounds, take)
    await feed(req, parser, bounds)
    await taken()
  } catch (cause) {
    req.resume()
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('bad-request', { detail: 'The body is not a form that can be read', cause })
  }
  return fields
}

/** @returns a function that waits until the files that came are taken. */
function takeEach(
  parser: Busboy,
  { filesMax, fileBytesMax }: FormBounds,
  take: (file: FormFile) => Promise<void>,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  parser.on('file', (field, stream, info) => {
    // The parser waits for whoever reads the stream; it fails together with the parser.
    stream.on('error', () => undefined)
    last = last.then(async () => take(await readFile(stream, { field, info, fileBytesMax })))
    last.catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  const refuse = (what: string) => () => parser.destroy(tooMuch(`A form has at most ${what}`))
  parser.on('filesLimit', refuse(`${filesMax} files`)).on('fieldsLimit', refuse(`${fieldsMax} other fields`))
  return () => last
}

/** Not a pipeline from the request itself: that would cut the connection off where a form is refused. */
async function feed(req: IncomingMessage, parser: Busboy, { bytesMax }: FormBounds): Promise<void> {
  const refusal = tooMuch(`A form has at most ${bytesMax} bytes`)
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
    throw new ServiceError('unsupported-encoding', { detail: 'A form is sent as it is; its files may be compressed' })
  }
  try {
    const bounds = {
      files: filesMax,
      fileSize: fileBytesMax,
      fields: fieldsMax,
      fieldSize: limits.artifacts.urlLengthMax,
    }
    return busboy({ headers: req.headers, limits: bounds, preservePath: true, defParamCharset: 'utf8' })
  } catch (cause) {
    throw new ServiceError('bad-request', { detail: 'The body must be multipart/form-data', cause })
  }
}

type FileStream = Readable & { truncated?: boolean }

async function readFile(
  stream: FileStream,
  { field, info, fileBytesMax }: { field: string; info: FileInfo; fileBytesMax: number },
): Promise<FormFile> {
  const bytes = await buffer(stream)
  const filename = info.filename ?? ''
  if (stream.truncated === true) {
    throw tooMuch(
      `${JSON.stringify(filename.slice(0, nameLengthMax))} has more than ${fileBytesMax} bytes, the most of a file`,
    )
  }
  return { field, filename, bytes }
}

function tooMuch(detail: string): ServiceError {
  return new ServiceError('body-too-large', { detail })
}

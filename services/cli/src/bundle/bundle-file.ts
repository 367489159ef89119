import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'
import { bundleFormat, bundleVersion, countedAs, type BundleCounts, type BundleLine } from './bundle-line.js'

/**
 * Writes a bundle and its end. The file appears under its name when it is whole, and not at all otherwise.
 * @returns the lines of each sort.
 * @throws CommandFailure when it would be larger than bundles may be.
 */
export async function writeBundle(path: string, lines: AsyncIterable<BundleLine>): Promise<BundleCounts> {
  const unfinished = `${path}.unfinished`
  const counts: Record<string, number> = {}
  try {
    await pipeline(Readable.from(toTexts(lines, counts)), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return counts
}

async function* toTexts(lines: AsyncIterable<BundleLine>, counts: Record<string, number>): AsyncIterable<string> {
  const { itemsMax, bytesMax } = limits.bundle
  let [items, bytes] = [0, 0]
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    items += 1
    bytes += Buffer.byteLength(text)
    if (items > itemsMax || bytes > bytesMax) {
      throw new CommandFailure(
        `the bundle would have more than ${itemsMax} entries or ${bytesMax} bytes: choose a shorter time`,
      )
    }
    counts[countedAs(line)] = (counts[countedAs(line)] ?? 0) + 1
    yield text
  }
  yield `${JSON.stringify({ line: 'end', counts } satisfies BundleLine)}\n`
}

/**
 * The lines of a bundle, without its end.
 * @throws CommandFailure when it is no bundle, one of a newer version, or not whole.
 */
export async function* readBundle(path: string): AsyncIterable<Exclude<BundleLine, { line: 'end' }>> {
  const counts: Record<string, number> = {}
  let end: BundleCounts | undefined
  let isFirst = true
  for await (const line of readLines(path)) {
    if (isFirst) refuseOther(path, line)
    isFirst = false
    if (line.line === 'end') end = line.counts
    else {
      counts[countedAs(line)] = (counts[countedAs(line)] ?? 0) + 1
      yield line
    }
  }
  if (end === undefined || JSON.stringify(sorted(end)) !== JSON.stringify(sorted(counts))) {
    throw new CommandFailure(`${path} is not whole: its end is missing or counts other entries`)
  }
}

async function* readLines(path: string): AsyncIterable<BundleLine> {
  const file = createReadStream(path)
  const text = file.pipe(createGunzip())
  // A pipe does not hand errors on.
  file.once('error', (error) => text.destroy(error))
  const lines = createInterface({ input: text, crlfDelay: Infinity })[Symbol.asyncIterator]()
  for (;;) {
    const next = await lines.next().catch((error: unknown) => {
      throw new CommandFailure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (next.done === true) break
    yield parseLine(path, next.value)
  }
  if (text.errored) throw new CommandFailure(`${path} cannot be read: ${text.errored.message}`)
}

function parseLine(path: string, text: string): BundleLine {
  try {
    const value: unknown = JSON.parse(text)
    // Bundles are written by this program; what a damaged one says is refused by whoever is asked to store it.
    if (typeof value === 'object' && value !== null && 'line' in value) return value as BundleLine
  } catch {
    // Told below.
  }
  throw new CommandFailure(`${path} is no incident bundle`)
}

function refuseOther(path: string, line: BundleLine): void {
  const format: string = line.line === 'header' ? line.format : ''
  if (line.line !== 'header' || format !== bundleFormat) throw new CommandFailure(`${path} is no incident bundle`)
  if (line.version > bundleVersion) {
    throw new CommandFailure(`${path} has version ${line.version}; this program reads up to ${bundleVersion}`)
  }
}

function sorted(counts: BundleCounts): [string, number][] {
  return Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))
}

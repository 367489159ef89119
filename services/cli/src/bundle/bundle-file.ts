import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline as pipelineOf, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'
import { bundleFormat, bundleVersion, countedAs, type BundleCounts, type BundleLine } from './bundle-line.js'
import { readBundleLine } from './read-bundle-line.js'

/**
 * Writes a bundle and its end line. The file gets its name only once it is complete.
 * @returns the number of lines of each kind.
 * @throws CommandFailure if it would exceed the size limit of bundles.
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
        `the bundle would exceed ${itemsMax} entries or ${bytesMax} bytes: choose a shorter time range`,
      )
    }
    counts[countedAs(line)] = (counts[countedAs(line)] ?? 0) + 1
    yield text
  }
  yield `${JSON.stringify({ line: 'end', counts } satisfies BundleLine)}\n`
}

/**
 * Reads the lines of a bundle, without its end line.
 * @throws CommandFailure if it is not a bundle, of a newer version, or incomplete.
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
    throw new CommandFailure(`${path} is incomplete: its end is missing or does not match its contents`)
  }
}

async function* readLines(path: string): AsyncIterable<BundleLine> {
  for await (const text of readTexts(path)) yield parseLine(path, text)
}

/**
 * Yields lines without line ends as they are decompressed; the limits are checked before data is buffered, because a
 * small file may decompress to a huge one.
 * @throws CommandFailure if the file exceeds the limits of bundles or cannot be read.
 */
async function* readTexts(path: string): AsyncIterable<string> {
  const { itemsMax, bytesMax, lineBytesMax } = limits.bundle
  let [lines, bytes] = [0, 0]
  let partial: Buffer[] = []
  let partialBytes = 0
  for await (const chunk of inflate(path)) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge(path, `${bytesMax} bytes`)
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      lines += 1
      // The header and the end line are not entries.
      if (lines > itemsMax + 2) throw tooLarge(path, `${itemsMax} entries`)
      yield Buffer.concat([...partial, chunk.subarray(start, end)]).toString('utf8')
      ;[partial, partialBytes, start] = [[], 0, end + 1]
    }
    partialBytes += chunk.length - start
    if (partialBytes > lineBytesMax) throw tooLarge(path, `${lineBytesMax} bytes in a line`)
    if (start < chunk.length) partial.push(chunk.subarray(start))
  }
  if (partialBytes > 0) yield Buffer.concat(partial).toString('utf8')
}

async function* inflate(path: string): AsyncIterable<Buffer> {
  // An error in either stream is thrown by the iteration, and leaving the iteration ends both streams.
  const inflated: AsyncIterable<Buffer> = pipelineOf(createReadStream(path), createGunzip(), () => undefined)
  try {
    yield* inflated
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const newline = 0x0a

function tooLarge(path: string, most: string): CommandFailure {
  return new CommandFailure(`${path} has more than ${most}, the maximum for an incident bundle`)
}

function parseLine(path: string, text: string): BundleLine {
  const line = readBundleLine(text)
  if (line === undefined) throw new CommandFailure(`${path} is not an incident bundle`)
  return line
}

function refuseOther(path: string, line: BundleLine): void {
  if (line.line !== 'header' || line.format !== bundleFormat)
    throw new CommandFailure(`${path} is not an incident bundle`)
  if (line.version > bundleVersion) {
    throw new CommandFailure(
      `${path} has version ${line.version}; this version of signalbox supports up to ${bundleVersion}`,
    )
  }
}

function sorted(counts: BundleCounts): [string, number][] {
  return Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))
}

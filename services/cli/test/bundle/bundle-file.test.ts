import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { readBundle, writeBundle } from '../../src/bundle/bundle-file.js'
import type { BundleLine } from '../../src/bundle/bundle-line.js'

const header: BundleLine = {
  line: 'header',
  format: 'signalbox-incident-bundle',
  version: 1,
  start: '2026-05-17T12:00:00.000Z',
  end: '2026-05-17T13:00:00.000Z',
  created_at: '2026-05-18T00:00:00.000Z',
}
const items: BundleLine[] = Array.from({ length: 2_000 }, (_, index) => ({
  line: 'item',
  kind: 'log',
  item: { body: `line ${index} ${Math.sin(index)}` },
}))

async function* toStream(lines: readonly BundleLine[]): AsyncIterable<BundleLine> {
  for (const line of lines) yield await Promise.resolve(line)
}

describe('bundle file', () => {
  let directory: string
  let path: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-bundle-'))
    path = join(directory, 'a.ndjson.gz')
  })

  afterEach(() => rm(directory, { recursive: true, force: true }))

  const readAll = async () => {
    const lines: BundleLine[] = []
    for await (const line of readBundle(path)) lines.push(line)
    return lines
  }
  const faultOf = async (): Promise<string> => {
    try {
      await readAll()
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : 'no error'
    }
    return 'none'
  }

  it('returns what was written, with the number of items of each kind', async () => {
    const counts = await writeBundle(path, toStream([header, ...items]))
    expect(counts).to.deep.equal({ header: 1, log: 2_000 })
    expect(await readAll()).to.deep.equal([header, ...items])
  })

  it('leaves no files if writing fails', async () => {
    const failing = Readable.from(
      (async function* () {
        yield await Promise.resolve(header)
        throw new Error('connection lost')
      })(),
    ) as AsyncIterable<BundleLine>
    const failure: unknown = await writeBundle(path, failing).catch((error: unknown) => error)
    expect(failure).to.be.an('error').with.property('message', 'connection lost')
    expect(await readdir(directory)).to.deep.equal([])
  })

  it('rejects a truncated file, wherever it was cut', async () => {
    await writeBundle(path, toStream([header, ...items]))
    const whole = await readFile(path)
    for (const length of [0, 5, 100, whole.length >> 1, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length))
      expect(await faultOf(), `${length} bytes`).to.match(
        /^CommandFailure: .*(cannot be read|is incomplete|not an incident bundle)/,
      )
    }
  })

  it('rejects a file without one of its lines, or its end', async () => {
    await writeBundle(path, toStream([header, ...items]))
    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n')
    for (const kept of [lines.filter((_, index) => index !== 7), lines.slice(0, -1)]) {
      await writeFile(path, gzipSync(`${kept.join('\n')}\n`))
      expect(await faultOf()).to.contain('is incomplete')
    }
  })

  it('rejects files that are not bundles, missing files, and unknown versions', async () => {
    expect(await faultOf()).to.contain('cannot be read')
    await writeFile(path, 'hello')
    expect(await faultOf()).to.contain('cannot be read')
    await writeFile(path, gzipSync('{"a":1}\n'))
    expect(await faultOf()).to.contain('not an incident bundle')
    await writeFile(path, gzipSync(`${JSON.stringify({ ...header, version: 2 })}\n`))
    expect(await faultOf()).to.contain('version 2')
  })

  it('rejects lines that are not bundle lines: empty or without a kind', async () => {
    for (const line of [
      { line: 'item', kind: 'event', item: null },
      { line: 'item', kind: 'unheard-of', item: {} },
      { line: 'change', change: { occurred_at: 'yesterday' } },
      { line: 'end', counts: null },
      { line: 'constructor' },
    ]) {
      await writeFile(path, gzipSync(`${JSON.stringify(header)}\n${JSON.stringify(line)}\n`))
      expect(await faultOf(), JSON.stringify(line)).to.match(/^CommandFailure: .*not an incident bundle/)
    }
  })

  it('rejects lines that nest too deeply to be sent, and reads the deepest event that is accepted', async () => {
    const nested = (depth: number) =>
      `{"line":"item","kind":"event","item":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    await writeFile(path, gzipSync(`${JSON.stringify(header)}\n${nested(100_000)}\n`))
    expect(await faultOf()).to.match(/^CommandFailure: .*not an incident bundle/)
    const deep = nested(limits.body.jsonDepthMax)
    await writeFile(
      path,
      gzipSync(`${JSON.stringify(header)}\n${deep}\n{"line":"end","counts":{"header":1,"event":1}}\n`),
    )
    expect(JSON.stringify((await readAll()).at(-1))).to.equal(deep)
  })

  it('reads long lines, and rejects an inflated line over the limit before buffering it', async () => {
    const long: BundleLine = { line: 'item', kind: 'log', item: { body: 'x'.repeat(1_500_000) } }
    await writeBundle(path, toStream([header, long]))
    expect(await readAll()).to.deep.equal([header, long])
    await writeFile(path, gzipSync(Buffer.alloc(limits.bundle.lineBytesMax + 1_000_000, 'x')))
    expect(await faultOf()).to.contain('bytes in a line')
  })
})

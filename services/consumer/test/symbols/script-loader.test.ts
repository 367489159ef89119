import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectoryStore, type BlobKey, type BlobStore } from '@signalbox/artifact-store'
import { systemClock, type ResolvedScript } from '@signalbox/service-kit'
import { convertMap, symbolicateStack, type StackFrame } from '@signalbox/source-maps'
import { expect } from 'chai'
import { createScriptLoader } from '../../src/symbols/script-loader.js'

const name = '0'.repeat(64)
const source = 'const a = 1\nthrow a\n'
const map = { version: 3, sources: ['../src/a.ts'], sourcesContent: [source], names: [], mappings: 'AACA' }

function frameOf(absPath: string, contextLine = ''): StackFrame {
  const texts = { function: 'x', module: '', filename: absPath, contextLine, platform: '' }
  return { ...texts, absPath, lineno: 1, colno: 1, preContext: [], postContext: [], inApp: true }
}

describe('createScriptLoader', () => {
  let directory: string
  let blobs: BlobStore
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-scripts-'))
    blobs = createDirectoryStore(directory)
    await blobs.put({ area: 'indexes', name }, convertMap(JSON.stringify(map), 'throw 1'))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  const mapped: ResolvedScript = { state: 'mapped', index: name, mapUrl: null, resolvedWith: 'release', detail: null }

  function loaderOf(answer: (path: string) => ResolvedScript, now = systemClock) {
    const known = {
      resolveScripts: ({ scripts }: { scripts: { path: string }[] }) =>
        Promise.resolve(scripts.map(({ path }) => answer(path))),
    }
    const loader = createScriptLoader({ directory: known, blobs, cacheBytesMax: 1_048_576, clock: now })
    return async (path: string, contextLine?: string) => {
      const scripts = [{ path, debugId: null }]
      const modules = await loader.load({ projectId: 'p', release: 'r', dist: '', scripts })
      return symbolicateStack([frameOf(path, contextLine)], { platform: 'javascript', modules })[0]
    }
  }

  it('resolves a cached position as it did at first', async () => {
    const resolve = loaderOf(() => mapped)
    const first = await resolve('https://shop.example/js/a.js')
    expect(first?.frame).to.deep.include({
      lineno: 2,
      absPath: 'https://shop.example/src/a.ts',
      contextLine: 'throw a',
    })
    expect(first?.raw.contextLine).to.equal('throw 1')
    expect(await resolve('https://shop.example/js/a.js')).to.deep.equal(first)
    expect(await resolve('https://shop.example/js/a.js')).to.deep.equal(first)
  })

  it('retains the line that the SDK sent with a frame', async () => {
    const found = await loaderOf(() => mapped)('https://shop.example/js/a.js', 'as it was sent')
    expect(found?.frame.contextLine).to.equal('throw a')
    expect(found?.raw.contextLine).to.equal('as it was sent')
  })

  it('resolves source names relative to each of the scripts that share a map', async () => {
    const resolve = loaderOf(() => mapped)
    const paths = ['https://one.example/js/a.js', 'https://two.example/js/a.js']
    const frames = await Promise.all(paths.map((path) => resolve(path)))
    expect(frames.map((found) => found?.frame.absPath)).to.deep.equal([
      'https://one.example/src/a.ts',
      'https://two.example/src/a.ts',
    ])
  })

  it('caches the most recently used maps within its memory limit', async () => {
    const index = await blobs.read({ area: 'indexes', name })
    const reads: string[] = []
    const read = (key: BlobKey) => {
      reads.push(key.name)
      return Promise.resolve(index)
    }
    const resolveScripts = ({ scripts }: { scripts: readonly { path: string }[] }) =>
      Promise.resolve(scripts.map(({ path }) => ({ ...mapped, index: path })))
    // Three quarters are for maps: enough for two.
    const cacheBytesMax = Math.ceil(((index?.length ?? 0) * 2.5 * 4) / 3)
    const store = { ...blobs, read }
    const loader = createScriptLoader({
      directory: { resolveScripts },
      blobs: store,
      cacheBytesMax,
      clock: systemClock,
    })
    const load = (path: string) =>
      loader.load({ projectId: 'p', release: 'r', dist: '', scripts: [{ path, debugId: null }] })
    for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await load(path)
    expect(reads).to.deep.equal(['a', 'b', 'c', 'b'])
  })

  it('answers equal requests for scripts without a map alike, for a few seconds', async () => {
    let now = 1_000_000
    const asked: string[] = []
    const resolveScripts = ({ scripts }: { scripts: readonly { path: string }[] }) => {
      asked.push(...scripts.map(({ path }) => path))
      return Promise.resolve(scripts.map((): ResolvedScript => ({ ...mapped, state: 'missing_source', index: null })))
    }
    const loader = createScriptLoader({ directory: { resolveScripts }, blobs, cacheBytesMax: 1_000, clock: () => now })
    const load = (release: string, ...paths: string[]) =>
      loader.load({ projectId: 'p', release, dist: '', scripts: paths.map((path) => ({ path, debugId: null })) })
    const first = await load('r', 'a')
    now += 3_000
    expect(await load('r', 'a')).to.equal(first)
    // As old as its oldest answer.
    await load('r', 'a', 'b')
    expect(asked).to.deep.equal(['a', 'b'])
    now += 2_001
    expect(await load('r', 'a')).to.not.equal(first)
    await load('r', 'a', 'b')
    await load('other', 'a')
    expect(asked).to.deep.equal(['a', 'b', 'a', 'a'])
  })

  it('uses a map that arrived later for a script', async () => {
    let now = 1_000_000
    let answer: ResolvedScript = { ...mapped, state: 'plain' }
    const resolve = loaderOf(
      () => answer,
      () => now,
    )
    expect((await resolve('https://shop.example/js/a.js'))?.data).to.equal(undefined)
    answer = mapped
    now += 60_000
    expect((await resolve('https://shop.example/js/a.js'))?.frame.lineno).to.equal(2)
  })
})

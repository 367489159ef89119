import { createHash } from 'node:crypto'
import { layoutVersion } from '@signalbox/source-maps'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { ArtifactFileStore, SourceMapIndexRow } from './store/artifact-files.js'
import type { Converter } from './converter.js'
import type { SourceHashes } from './find-sources.js'
import type { ArtifactBlobs } from './artifact-blobs.js'

/** Code and its map, by the hashes of their bytes. */
export interface MapPair {
  /** Undefined if the code was not uploaded. */
  codeHash: string | undefined
  /** `inline` for a map embedded in the code; undefined if there is none. */
  mapHash: string | undefined
}

/** Finds sources that a map lacks, by their names in it. */
export type FindSources = (names: readonly string[]) => SourceHashes

/**
 * Converted maps. Each pair is converted once, whoever requests it, and again after an upgrade that changes the
 * conversion or if the converted file is missing, for example after a restore.
 */
export interface SourceMapIndexes {
  /**
   * Converts the pair unless that has been done.
   * @param findSources Called if the map lacks sources; the ones found are filled in.
   */
  ensure(pair: MapPair, findSources: FindSources): Promise<SourceMapIndexRow>
}

export interface IndexDependencies {
  files: ArtifactFileStore
  blobs: ArtifactBlobs
  converter: Converter
  clock: Clock
  transact: ArtifactStores['transact']
}

export function createSourceMapIndexes(dependencies: IndexDependencies): SourceMapIndexes {
  const running = new Map<string, Promise<SourceMapIndexRow>>()
  const ensure = async (parts: ConversionParts): Promise<SourceMapIndexRow> => {
    const sourcesHash = hashOf(parts.sources)
    const known = dependencies.files.findIndex(parts.codeHash, parts.mapHash, sourcesHash)
    if (known !== undefined && (await isUsable(dependencies, known))) return known
    const key = `${parts.codeHash}:${parts.mapHash}:${sourcesHash}`
    const converting = running.get(key) ?? convert(dependencies, { ...parts, sourcesHash, replaced: known })
    running.set(key, converting)
    return converting.finally(() => running.delete(key))
  }
  return {
    ensure: async ({ codeHash = '', mapHash = '' }, findSources) => {
      const alone = await ensure({ codeHash, mapHash, sources: {} })
      const missing = readNames(alone.missing_sources)
      const sources = missing.length === 0 ? {} : findSources(missing)
      if (Object.keys(sources).length === 0) return alone
      const filled = await ensure({ codeHash, mapHash, sources })
      return filled.index_hash === null ? alone : filled
    },
  }
}

/** As written by `convert`. */
function readNames(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}

function hashOf(sources: SourceHashes): string {
  const entries = Object.entries(sources).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? '' : createHash('sha256').update(JSON.stringify(entries)).digest('hex')
}

async function isUsable({ blobs }: IndexDependencies, row: SourceMapIndexRow): Promise<boolean> {
  if (row.layout_version !== layoutVersion) return false
  return row.index_hash === null || (await blobs.has({ area: 'indexes', name: row.index_hash }))
}

interface ConversionParts {
  codeHash: string
  mapHash: string
  sources: SourceHashes
}

interface Conversion extends ConversionParts {
  sourcesHash: string
  /** An earlier conversion that is no longer usable. */
  replaced: SourceMapIndexRow | undefined
}

/** The index is stored before the row that references it; what it replaces is removed last. */
async function convert(
  { files, blobs, converter, clock, transact }: IndexDependencies,
  { codeHash, mapHash, sources, sourcesHash, replaced }: Conversion,
): Promise<SourceMapIndexRow> {
  const read = (name: string) => (name === '' ? undefined : blobs.read({ area: 'files', name }))
  const isInline = mapHash === 'inline'
  const answer = await converter.convert(async () => ({
    code: await read(codeHash),
    map: isInline ? undefined : await read(mapHash),
    isInline,
    sources: await readSources(blobs, sources),
  }))
  const row = {
    code_hash: codeHash,
    map_hash: mapHash,
    sources_hash: sourcesHash,
    index_hash: null,
    detail: null,
    missing_sources: JSON.stringify('index' in answer ? answer.missingSources : []),
    layout_version: layoutVersion,
    created_at: clock(),
  }
  const converted = 'fault' in answer ? { ...row, detail: answer.fault } : { ...row, index_hash: nameOf(answer.index) }
  if ('index' in answer) await blobs.put({ area: 'indexes', name: nameOf(answer.index) }, answer.index)
  transact(() => {
    files.putIndex(converted)
    const old = replaced?.index_hash ?? null
    if (old !== null && old !== converted.index_hash) blobs.release({ area: 'indexes', name: old })
  })
  return converted
}

async function readSources(blobs: ArtifactBlobs, sources: SourceHashes): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>()
  for (const [source, name] of Object.entries(sources)) {
    const bytes = await blobs.read({ area: 'files', name })
    if (bytes !== undefined) read.set(source, bytes)
  }
  return read
}

function nameOf(index: Uint8Array): string {
  return createHash('sha256').update(index).digest('hex')
}

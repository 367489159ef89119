import { createHash } from 'node:crypto'
import { layoutVersion } from '@signalbox/source-maps'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { ArtifactFileStore, SourceMapIndexRow } from './store/artifact-files.js'
import type { Converter } from './converter.js'
import type { KeptBlobs } from './kept-blobs.js'

/** Code and the map that belongs to it, by the hashes of their bytes. */
export interface MapPair {
  /** Undefined when the code was not uploaded. */
  codeHash: string | undefined
  /** `inline` for a map that stands in the code; undefined when there is none. */
  mapHash: string | undefined
}

/**
 * What maps were converted into. Each pair is converted once, whoever asks for it, and again after an upgrade that converts
 * otherwise, or when the converted file is gone, as after a restore.
 */
export interface SourceMapIndexes {
  /** Converts the pair when nobody did before. */
  ensure(pair: MapPair): Promise<SourceMapIndexRow>
}

export interface IndexDependencies {
  files: ArtifactFileStore
  blobs: KeptBlobs
  converter: Converter
  clock: Clock
  transact: ArtifactStores['transact']
}

export function createSourceMapIndexes(dependencies: IndexDependencies): SourceMapIndexes {
  const running = new Map<string, Promise<SourceMapIndexRow>>()
  return {
    ensure: async ({ codeHash = '', mapHash = '' }) => {
      const known = dependencies.files.findIndex(codeHash, mapHash)
      if (known !== undefined && (await isUsable(dependencies, known))) return known
      const key = `${codeHash}:${mapHash}`
      const converting = running.get(key) ?? convert(dependencies, { codeHash, mapHash, replaced: known })
      running.set(key, converting)
      return converting.finally(() => running.delete(key))
    },
  }
}

async function isUsable({ blobs }: IndexDependencies, row: SourceMapIndexRow): Promise<boolean> {
  if (row.layout_version !== layoutVersion) return false
  return row.index_hash === null || (await blobs.has({ area: 'indexes', name: row.index_hash }))
}

interface Conversion {
  codeHash: string
  mapHash: string
  /** What was converted before and cannot be used any longer. */
  replaced: SourceMapIndexRow | undefined
}

/** The index is in the store before the row that names it; what it replaces goes last. */
async function convert(
  { files, blobs, converter, clock, transact }: IndexDependencies,
  { codeHash, mapHash, replaced }: Conversion,
): Promise<SourceMapIndexRow> {
  const read = (name: string) => (name === '' ? undefined : blobs.read({ area: 'files', name }))
  const isInline = mapHash === 'inline'
  const answer = await converter.convert(async () => ({
    code: await read(codeHash),
    map: isInline ? undefined : await read(mapHash),
    isInline,
  }))
  const row = {
    code_hash: codeHash,
    map_hash: mapHash,
    index_hash: null,
    detail: null,
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

function nameOf(index: Uint8Array): string {
  return createHash('sha256').update(index).digest('hex')
}

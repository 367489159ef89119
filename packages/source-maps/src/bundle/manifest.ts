import { isJsonObject, limits, parseJsonObject } from '@signalbox/contracts'
import { normalizeDebugId } from '../frames/map-reference.js'

/** What a file of a bundle is; Sentry's names. */
export const artifactTypes = ['minified_source', 'source_map', 'source', 'indexed_ram_bundle'] as const
export type ArtifactType = (typeof artifactTypes)[number]

/** A file as the manifest of its bundle describes it. */
export interface ManifestFile {
  /** Name of the entry in the ZIP. Never used as a path. */
  entryName: string
  type: ArtifactType
  /** Where the application loads it from; `~` stands for the host. Empty when the manifest does not say. */
  url: string
  /** As `normalizeDebugId` gives it; undefined when the manifest names none. */
  debugId: string | undefined
  /** As the headers name the map; empty when they do not. */
  mapReference: string
}

export interface Manifest {
  files: ManifestFile[]
  /** Empty when it does not say. */
  release: string
  dist: string
}

/** A bundle that cannot be used; the message says why, for the person who uploads it. */
export class InvalidBundleError extends Error {
  override readonly name = 'InvalidBundleError'
}

/** @throws InvalidBundleError. */
export function parseManifest(text: string): Manifest {
  const manifest = parseJsonObject(text)
  if (manifest === undefined) throw new InvalidBundleError('the manifest of the bundle is not a JSON object')
  const files = manifest['files']
  if (!isJsonObject(files)) throw new InvalidBundleError('the manifest of the bundle lists no files')
  return {
    files: Object.entries(files).map(([entryName, file]) => readFile(entryName, file)),
    release: textOf(manifest['release']),
    dist: textOf(manifest['dist']),
  }
}

function readFile(entryName: string, file: unknown): ManifestFile {
  if (!isJsonObject(file))
    throw new InvalidBundleError('the manifest of the bundle describes a file with something other than an object')
  const headers = lowerCaseKeys(file['headers'])
  const url = textOf(file['url'])
  return {
    entryName,
    type: artifactTypes.find((type) => type === file['type']) ?? typeByName(url || entryName),
    url,
    debugId: normalizeDebugId(headers.get('debug-id')),
    mapReference: textOf(headers.get('sourcemap') ?? headers.get('x-sourcemap')),
  }
}

function typeByName(name: string): ArtifactType {
  return name.endsWith('.map') ? 'source_map' : 'minified_source'
}

function lowerCaseKeys(headers: unknown): Map<string, unknown> {
  return new Map(isJsonObject(headers) ? Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]) : [])
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (value.length <= limits.artifacts.urlLengthMax) return value
  throw new InvalidBundleError(`the manifest has a text longer than ${limits.artifacts.urlLengthMax} characters`)
}

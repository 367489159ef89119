import { isJsonObject, limits, parseJsonObject } from '@signalbox/contracts'
import { normalizeDebugId } from '../frames/map-reference.js'

/** Sentry's file types. */
export const artifactTypes = ['minified_source', 'source_map', 'source', 'indexed_ram_bundle'] as const
export type ArtifactType = (typeof artifactTypes)[number]

/** A file as described by its bundle's manifest. */
export interface ManifestFile {
  /** Name of the ZIP entry. Never used as a path. */
  entryName: string
  type: ArtifactType
  /** URL the application loads it from; `~` stands for the host. Empty if not in the manifest. */
  url: string
  /** As returned by `normalizeDebugId`; undefined if not in the manifest. */
  debugId: string | undefined
  /** Map reference from the file's headers; empty if there is none. */
  mapReference: string
}

export interface Manifest {
  files: ManifestFile[]
  /** Empty if not in the manifest. */
  release: string
  dist: string
}

/** The bundle is unusable; the message tells the uploader why. */
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

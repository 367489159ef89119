import { BrokenIndexError, FlatIndex } from '../flat-index/flat-index.js'
import type { PlaceMemory } from './resolved-place.js'
import type { ResolvedWith } from './stack-frame.js'

/** Everything known about a file that frames refer to. */
export interface ScriptModule {
  /** `plain`: the file is not minified and has no map. */
  state: 'mapped' | 'plain' | 'missing_source' | 'missing_map' | 'malformed_map'
  /** Holds the file's lines even without a map; undefined if nothing was found. */
  index: FlatIndex | undefined
  /** Undefined for inline maps. */
  mapUrl: string | undefined
  resolvedWith: ResolvedWith
  /** Modules with the same identity resolve identically; undefined if unknown. */
  identity?: string
  /** Cache of resolved places. Default: none, every place is resolved again. */
  places?: PlaceMemory
}

/** Lookup result for a script, with the URL of its map if it has one. */
export type FoundScript = Pick<ScriptModule, 'state' | 'resolvedWith'> & { mapUrl: string | null }

/** @param index Undefined if it is missing or broken: frames then stay as sent. */
export function toScriptModule(
  { state, mapUrl, resolvedWith }: FoundScript,
  index: FlatIndex | undefined,
): ScriptModule {
  const isUsable = state !== 'mapped' || index !== undefined
  return { state: isUsable ? state : 'missing_map', index, mapUrl: mapUrl ?? undefined, resolvedWith }
}

/** @returns undefined if the file is not an index or is truncated. */
export function openFlatIndex(file: Buffer): FlatIndex | undefined {
  try {
    return new FlatIndex(file)
  } catch (error) {
    if (error instanceof BrokenIndexError) return undefined
    throw error
  }
}

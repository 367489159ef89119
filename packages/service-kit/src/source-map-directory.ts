import { NullableOf, OneOf, Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** Maximum number of files per request. */
export const scriptsPerRequestMax = 200

/** A minified file that an event's frames refer to. */
export const ScriptReference = Open({
  /** As in the frames. */
  path: Type.String(),
  /** From the event; null if it has none. */
  debugId: NullableOf(Type.String()),
})
export type ScriptReference = Static<typeof ScriptReference>

/** Files of one event, or of several events of one release. */
export const ScriptRequest = Open({
  projectId: Type.String(),
  /** Both empty if unknown. */
  release: Type.String(),
  dist: Type.String(),
  scripts: Type.Array(ScriptReference, { maxItems: scriptsPerRequestMax }),
})
export type ScriptRequest = Static<typeof ScriptRequest>

/** Lookup result for a file. */
export const ResolvedScript = Open({
  /** `plain`: uploaded, but without a map because it needs none. */
  state: OneOf(['mapped', 'plain', 'missing_source', 'missing_map', 'malformed_map']),
  /** Name of its index in the artifact store; null if there is none. */
  index: NullableOf(Type.String()),
  /** URL of its map; null for inline maps, and if the map is known only by its debug id. */
  mapUrl: NullableOf(Type.String()),
  resolvedWith: OneOf(['debug-id', 'release']),
  /** Why the map is malformed; otherwise null. */
  detail: NullableOf(Type.String()),
})
export type ResolvedScript = Static<typeof ResolvedScript>

/**
 * Finds the uploaded artifacts of events' scripts. Embedded, this is the control plane itself; otherwise a client of
 * it.
 */
export interface SourceMapDirectory {
  /**
   * @returns one result per script, in the same order. Maps that were not converted yet are converted first.
   * @throws ServiceError `unavailable` if the control plane is unreachable.
   */
  resolveScripts(request: ScriptRequest): Promise<ResolvedScript[]>
}

import { NullableOf, OneOf, Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** Files that one question names. */
export const scriptsPerRequestMax = 200

/** A file of minified code that frames of an event name. */
export const ScriptReference = Open({
  /** As frames name it. */
  path: Type.String(),
  /** As the event says; null when it does not. */
  debugId: NullableOf(Type.String()),
})
export type ScriptReference = Static<typeof ScriptReference>

/** Files of one event, or of several of one release. */
export const ScriptRequest = Open({
  projectId: Type.String(),
  /** Both empty when unknown. */
  release: Type.String(),
  dist: Type.String(),
  scripts: Type.Array(ScriptReference, { maxItems: scriptsPerRequestMax }),
})
export type ScriptRequest = Static<typeof ScriptRequest>

/** What is known of a file. */
export const ResolvedScript = Open({
  /** `plain`: it was uploaded, and has no map because it needs none. */
  state: OneOf(['mapped', 'plain', 'missing_source', 'missing_map', 'malformed_map']),
  /** Name of its index in the artifact store; null when there is none. */
  index: NullableOf(Type.String()),
  /** URL of its map; null for maps that stand in the code, and where only the debug id leads to the map. */
  mapUrl: NullableOf(Type.String()),
  resolvedWith: OneOf(['debug-id', 'release']),
  /** Why a map is malformed; null otherwise. */
  detail: NullableOf(Type.String()),
})
export type ResolvedScript = Static<typeof ResolvedScript>

/** Finds what was uploaded for the scripts of events. Embedded, it is the control plane itself; otherwise a client of it. */
export interface SourceMapDirectory {
  /**
   * @returns one answer for each script, in their order. Maps that were not converted yet are converted before it answers.
   * @throws ServiceError `unavailable` when the control plane cannot be asked.
   */
  resolveScripts(request: ScriptRequest): Promise<ResolvedScript[]>
}

import { rememberAs, type NormalFrame, type NormalStacktrace } from '@signalbox/sentry-events'
import type { ScriptModule } from '@signalbox/source-maps'
import { LRUCache } from 'lru-cache'

/** Resolved modules of scripts, by path. */
export type ScriptModules = ReadonlyMap<string, ScriptModule>

/** A stack after resolution with source maps. Shared by many events, so it must not be modified. */
export interface ResolvedStack {
  stacktrace: NormalStacktrace
  /** Its frames as sent; undefined if none was resolved. */
  rawStacktrace: NormalStacktrace | undefined
  /** Why frames were not resolved: distinct entries in the form used by events, by their JSON. */
  faults: ReadonlyMap<string, unknown>
}

/**
 * Caches the resolution of recurring stacks, so that values which later steps derive from a stack, above all its JSON,
 * are also available for the resolved one.
 */
export interface ResolvedStacks {
  /** Returns the cached resolution of a stack with the same modules, or else the result of `resolve`. */
  recall(stack: NormalStacktrace, modules: ScriptModules, resolve: () => ResolvedStack): ResolvedStack
}

interface Kept extends ResolvedStack {
  identity: string
}

/** @param bytesMax Approximate size; the least recently used entries are evicted. */
export function createResolvedStacks(bytesMax: number): ResolvedStacks {
  const kept = new LRUCache<NormalStacktrace, Kept>({ maxSize: bytesMax, sizeCalculation: bytesOf })
  return {
    recall: (stack, modules, resolve) => {
      const known = kept.get(stack)
      const identity = known === undefined ? undefined : identityOf(modules)
      if (known !== undefined && known.identity === identity) return known
      const resolved = resolve()
      const { stacktrace, rawStacktrace } = resolved
      if (!rememberAs(stack, stacktrace)) return resolved
      if (rawStacktrace !== undefined) rememberAs(stack, rawStacktrace)
      const now = identity ?? identityOf(modules)
      if (now !== undefined) kept.set(stack, { ...resolved, identity: now })
      return resolved
    },
  }
}

const identities = new WeakMap<ScriptModules, { all: string | undefined }>()

/** @returns undefined if one of them has no identity. */
function identityOf(modules: ScriptModules): string | undefined {
  const known = identities.get(modules) ?? { all: joinIdentities(modules) }
  identities.set(modules, known)
  return known.all
}

function joinIdentities(modules: ScriptModules): string | undefined {
  let all = ''
  for (const [path, { identity }] of modules) {
    if (identity === undefined) return undefined
    all += `${path}\n${identity}\n`
  }
  return all
}

/** Objects of a frame, and its texts other than lines of code. */
const frameBytes = 2_048
/** Of an entry for a stack in which nothing was resolved. */
const unchangedBytes = 1_024
/** Texts are also stored in the JSON of their stack. */
const copies = 2

function bytesOf({ stacktrace, rawStacktrace, identity }: Kept, stack: NormalStacktrace): number {
  if (stacktrace === stack) return unchangedBytes + identity.length
  const frames = [...stacktrace.frames, ...(rawStacktrace?.frames ?? [])]
  return identity.length + frames.reduce((sum, frame) => sum + frameBytes + copies * linesLength(frame), 0)
}

function linesLength({ preContext, contextLine, postContext }: NormalFrame): number {
  return [...preContext, contextLine, ...postContext].reduce((sum, line) => sum + line.length, 0)
}

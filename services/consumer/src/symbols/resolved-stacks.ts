import { rememberAs, type NormalFrame, type NormalStacktrace } from '@signalbox/sentry-events'
import type { ScriptModule } from '@signalbox/source-maps'
import { LRUCache } from 'lru-cache'

/** What is known of scripts, by their paths. */
export type ScriptModules = ReadonlyMap<string, ScriptModule>

/** What a stack becomes by source maps. Many events share it: nobody changes it. */
export interface ResolvedStack {
  stacktrace: NormalStacktrace
  /** Its frames as they were sent; undefined where none was resolved. */
  rawStacktrace: NormalStacktrace | undefined
  /** Why frames were not resolved, as JSON of what an event says of it, each once. */
  faults: readonly string[]
}

/**
 * Keeps what stacks that come again and again became, so that what later steps know of such a stack, its JSON above all, is
 * known of the resolved one as well.
 */
export interface ResolvedStacks {
  /** What is kept of a stack that is remembered and was resolved by the same modules, else what `resolve` finds. */
  recall(stack: NormalStacktrace, modules: ScriptModules, resolve: () => ResolvedStack): ResolvedStack
}

interface Kept extends ResolvedStack {
  identity: string
}

/** @param bytesMax about; the ones used least recently go first. */
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

/** @returns undefined when one of them has none. */
function identityOf(modules: ScriptModules): string | undefined {
  let all = ''
  for (const [path, { identity }] of modules) {
    if (identity === undefined) return undefined
    all += `${path}\n${identity}\n`
  }
  return all
}

/** Objects of a frame, and its texts beside the lines of code. */
const frameBytes = 2_048
/** Texts are kept once more in the JSON of their stack. */
const copies = 2

function bytesOf({ stacktrace, rawStacktrace, identity }: Kept): number {
  const frames = [...stacktrace.frames, ...(rawStacktrace?.frames ?? [])]
  return identity.length + frames.reduce((sum, frame) => sum + frameBytes + copies * linesLength(frame), 0)
}

function linesLength({ preContext, contextLine, postContext }: NormalFrame): number {
  return [...preContext, contextLine, ...postContext].reduce((sum, line) => sum + line.length, 0)
}

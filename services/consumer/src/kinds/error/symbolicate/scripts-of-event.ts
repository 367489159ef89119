import { keepWithStack, type NormalEvent, type NormalFrame, type NormalStacktrace } from '@signalbox/sentry-events'
import { scriptsPerRequestMax, type ScriptReference } from '@signalbox/service-kit'
import { framePath, isResolvable, readDebugIds } from '@signalbox/source-maps'

/** Files of minified code named by the event's frames, each once, with their debug ids from the event. Events share lists, so nobody may modify one. */
export function scriptsOfEvent(event: NormalEvent): ScriptReference[] {
  const found = stacksOf(event)
    .map((stack) => scriptsOfStack(stack, event.platform))
    .filter((scripts) => scripts.length > 0)
  const debugIds = found.length === 0 ? noIds : readDebugIds(event.debugMeta)
  if (found.length <= 1 && debugIds.size === 0) return found[0] ?? []
  const paths = new Set(found.flat().map(({ path }) => path))
  return [...paths].slice(0, scriptsPerRequestMax).map((path) => ({ path, debugId: debugIds.get(path) ?? null }))
}

const noIds: ReadonlyMap<string, string> = new Map()

const scriptsOfStack = keepWithStack((stack: NormalStacktrace, platform: string): ScriptReference[] => {
  const paths = new Set(stack.frames.filter((frame) => isResolvable(frame, platform)).map(framePath))
  return [...paths].slice(0, scriptsPerRequestMax).map((path) => ({ path, debugId: null }))
})

function stacksOf({ exceptions, threads, stacktrace }: NormalEvent): NormalStacktrace[] {
  return [...exceptions, ...threads, { stacktrace }].flatMap((holder) => holder.stacktrace ?? [])
}

/** The frames of all stacks. */
export function framesOf(event: NormalEvent): NormalFrame[] {
  return stacksOf(event).flatMap(({ frames }) => frames)
}

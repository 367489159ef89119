import type { NormalEvent, NormalFrame } from '@signalbox/sentry-events'
import { scriptsPerRequestMax, type ScriptReference } from '@signalbox/service-kit'
import { framePath, isResolvable, readDebugIds } from '@signalbox/source-maps'

/** Files of minified code named by the event's frames, each once, with their debug ids from the event. */
export function scriptsOfEvent(event: NormalEvent): ScriptReference[] {
  const frames = framesOf(event).filter((frame) => isResolvable(frame, event.platform))
  if (frames.length === 0) return []
  const debugIds = readDebugIds(event.debugMeta)
  const paths = new Set(frames.map(framePath))
  return [...paths].slice(0, scriptsPerRequestMax).map((path) => ({ path, debugId: debugIds.get(path) ?? null }))
}

/** The frames of all stacks. */
export function framesOf({ exceptions, threads, stacktrace }: NormalEvent): NormalFrame[] {
  return [...exceptions, ...threads, { stacktrace }].flatMap((holder) => holder.stacktrace?.frames ?? [])
}

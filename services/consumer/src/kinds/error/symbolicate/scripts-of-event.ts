import { isJsonObject, type NormalEvent, type NormalFrame } from '@signalbox/sentry-events'
import { scriptsPerRequestMax, type ScriptReference } from '@signalbox/service-kit'
import { framePath, isResolvable } from '@signalbox/source-maps'

/** The files of minified code that frames of an event name, each once, with the debug ids that the event gives them. */
export function scriptsOfEvent(event: NormalEvent): ScriptReference[] {
  const frames = framesOf(event).filter((frame) => isResolvable(frame, event.platform))
  if (frames.length === 0) return []
  const debugIds = readDebugIds(event)
  const paths = new Set(frames.map(framePath))
  return [...paths].slice(0, scriptsPerRequestMax).map((path) => ({ path, debugId: debugIds.get(path) ?? null }))
}

/** Of all stacks. */
export function framesOf({ exceptions, threads, stacktrace }: NormalEvent): NormalFrame[] {
  return [...exceptions, ...threads, { stacktrace }].flatMap((holder) => holder.stacktrace?.frames ?? [])
}

/** By the path of frames. Images that lack a file or an id say nothing. */
function readDebugIds({ debugMeta }: NormalEvent): ReadonlyMap<string, string> {
  const images: unknown = debugMeta?.['images']
  const ids = new Map<string, string>()
  for (const image of Array.isArray(images) ? images : []) {
    if (!isJsonObject(image) || image['type'] !== 'sourcemap') continue
    const { code_file: file, debug_id: id } = image
    if (typeof file === 'string' && typeof id === 'string') ids.set(file, id)
  }
  return ids
}

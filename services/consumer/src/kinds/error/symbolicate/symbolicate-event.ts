import { isJsonObject, type NormalEvent, type NormalFrame, type NormalStacktrace } from '@signalbox/sentry-events'
import { symbolicateStack, type FrameFault, type SymbolicatedFrame } from '@signalbox/source-maps'
import type { ResolvedStack, ResolvedStacks, ScriptModules } from '../../../symbols/resolved-stacks.js'
import { framesOf } from './scripts-of-event.js'

/** Sentry's error types for frame faults. */
const errorTypes: Record<FrameFault, string> = {
  missing_source: 'js_no_source',
  missing_map: 'js_no_source',
  malformed_map: 'js_invalid_source',
  invalid_location: 'js_invalid_sourcemap_location',
  missing_source_content: 'js_missing_sources_content',
}

/** Maximum number of faults listed in an event. */
const faultsMax = 20

interface StackHolder {
  stacktrace: NormalStacktrace | undefined
  rawStacktrace?: NormalStacktrace
}

interface SymbolicateOptions {
  /** The event as resolved earlier: its frames that can no longer be resolved stay. */
  earlier?: NormalEvent
  /** Cache of resolved stacks; without it, each is resolved again. */
  stacks?: ResolvedStacks
}

/**
 * Resolves the frames of all stacks of an event. A stack with a resolved frame also keeps its frames as sent;
 * unresolved ones are explained in `errors`. Pure.
 */
export function symbolicateEvent(
  event: NormalEvent,
  modules: ScriptModules,
  { earlier, stacks }: SymbolicateOptions = {},
): NormalEvent {
  const faults = new Map<string, unknown>()
  const symbolicate = <Holder extends StackHolder>(holder: Holder, before: StackHolder | undefined): Holder => {
    const { stacktrace: stack } = holder
    if (stack === undefined) return holder
    const resolve = () => resolveStack(stack, { platform: event.platform, modules, before: before?.stacktrace })
    const {
      stacktrace,
      rawStacktrace,
      faults: found,
    } = before === undefined && stacks !== undefined ? stacks.recall(stack, modules, resolve) : resolve()
    for (const [text, fault] of found) faults.set(text, fault)
    return { ...holder, stacktrace, ...(rawStacktrace !== undefined && { rawStacktrace }) }
  }
  const message: StackHolder = symbolicate({ stacktrace: event.stacktrace }, earlier)
  return {
    ...event,
    exceptions: event.exceptions.map((exception, index) => symbolicate(exception, earlier?.exceptions[index])),
    threads: event.threads.map((thread, index) => symbolicate(thread, earlier?.threads[index])),
    ...message,
    errors: [...event.errors, ...[...faults.values()].slice(0, faultsMax)],
  }
}

interface StackContext {
  platform: string
  modules: ScriptModules
  before: NormalStacktrace | undefined
}

function resolveStack(stack: NormalStacktrace, { platform, modules, before }: StackContext): ResolvedStack {
  const faults = new Map<string, unknown>()
  const results = symbolicateStack(stack.frames, { platform, modules })
  const frames = results.map((result, index) => {
    const kept = before?.frames[index]
    if (result.data === undefined && kept !== undefined && isResolvedFrame(kept)) return kept
    noteFault(faults, result)
    return toFrame(result)
  })
  const isResolved = results.some(({ frame }, index) => frame !== frames[index])
  // What later steps derive from a stack is remembered for the object.
  const stacktrace = frames.every((frame, index) => frame === stack.frames[index]) ? stack : { frames }
  const rawStacktrace = isResolved ? { frames: results.map((result) => withoutVariables(result.raw)) } : undefined
  return { stacktrace, rawStacktrace, faults }
}

/** Number of an event's frames that were resolved. */
export function countResolvedFrames(event: NormalEvent): number {
  return framesOf(event).filter(isResolvedFrame).length
}

function isResolvedFrame({ native: { data } }: NormalFrame): boolean {
  return isJsonObject(data) && data['symbolicated'] === true
}

function noteFault(faults: Map<string, unknown>, { fault, raw }: SymbolicatedFrame<NormalFrame>): void {
  if (fault === undefined) return
  const entry = { type: errorTypes[fault], url: raw.absPath }
  faults.set(JSON.stringify(entry), entry)
}

/** Returns the original frame if it wasn't resolved. */
function toFrame({ frame, data }: SymbolicatedFrame<NormalFrame>): NormalFrame {
  if (data === undefined) return frame
  const sent = frame.native['data']
  return { ...frame, native: { ...frame.native, data: { ...(isJsonObject(sent) && sent), ...data } } }
}

/** The variables are in the resolved frame. */
function withoutVariables(frame: NormalFrame): NormalFrame {
  return frame.vars === undefined ? frame : { ...frame, vars: undefined }
}

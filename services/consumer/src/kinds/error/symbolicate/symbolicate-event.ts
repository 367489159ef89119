import { isJsonObject, type NormalEvent, type NormalFrame, type NormalStacktrace } from '@signalbox/sentry-events'
import { symbolicateStack, type FrameFault, type SymbolicatedFrame } from '@signalbox/source-maps'
import type { ScriptModules } from '../../../symbols/script-loader.js'

/** What Sentry calls the faults of frames. */
const errorTypes: Record<FrameFault, string> = {
  missing_source: 'js_no_source',
  missing_map: 'js_no_source',
  malformed_map: 'js_invalid_source',
  invalid_location: 'js_invalid_sourcemap_location',
  missing_source_content: 'js_missing_sources_content',
}

/** Faults that an event lists. Beyond: the others are not listed. */
const faultsMax = 20

interface StackHolder {
  stacktrace: NormalStacktrace | undefined
  rawStacktrace?: NormalStacktrace
}

/**
 * Resolves the frames of all stacks of an event. A stack of which a frame was resolved keeps its frames as they were
 * sent beside them; why others were not is listed in `errors`. Pure.
 */
export function symbolicateEvent(event: NormalEvent, modules: ScriptModules): NormalEvent {
  const faults = new Set<string>()
  const symbolicate = <Holder extends StackHolder>(holder: Holder): Holder => {
    const { stacktrace } = holder
    if (stacktrace === undefined) return holder
    const results = symbolicateStack(stacktrace.frames, { platform: event.platform, modules })
    for (const result of results) noteFault(faults, result)
    const frames = results.map(toFrame)
    const isResolved = results.some(({ data }) => data !== undefined)
    const raw = { frames: results.map((result) => withoutVariables(result.raw)) }
    return { ...holder, stacktrace: { frames }, ...(isResolved && { rawStacktrace: raw }) }
  }
  const message: StackHolder = symbolicate({ stacktrace: event.stacktrace })
  return {
    ...event,
    exceptions: event.exceptions.map(symbolicate),
    threads: event.threads.map(symbolicate),
    ...message,
    errors: [...event.errors, ...[...faults].slice(0, faultsMax).map((fault): unknown => JSON.parse(fault))],
  }
}

function noteFault(faults: Set<string>, { fault, raw }: SymbolicatedFrame<NormalFrame>): void {
  if (fault !== undefined) faults.add(JSON.stringify({ type: errorTypes[fault], url: raw.absPath }))
}

function toFrame({ frame, data }: SymbolicatedFrame<NormalFrame>): NormalFrame {
  if (data === undefined) return frame
  const sent = frame.native['data']
  return { ...frame, native: { ...frame.native, data: { ...(isJsonObject(sent) && sent), ...data } } }
}

/** They stand in the resolved frame. */
function withoutVariables(frame: NormalFrame): NormalFrame {
  return { ...frame, vars: undefined }
}

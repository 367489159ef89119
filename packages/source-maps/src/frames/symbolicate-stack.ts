import type { Place, SourceLines } from '../flat-index/contents.js'
import { functionNameOf } from './function-name.js'
import { framePath, isEngineFrame, isResolvable } from './is-resolvable.js'
import { resolvePlace } from './resolve-place.js'
import type { OriginalPlace } from './resolved-place.js'
import type { ScriptModule } from './script-module.js'
import type { FrameFault, StackFrame, SymbolicationData } from './stack-frame.js'

/** A frame after symbolication. */
export interface SymbolicatedFrame<Frame extends StackFrame> {
  frame: Frame
  /**
   * The frame as sent, plus a line of the minified file if it came without one. The frame itself if it was not
   * resolved.
   */
  raw: Frame
  /** Undefined if the frame was not resolved. */
  data: SymbolicationData | undefined
  fault: FrameFault | undefined
}

export interface SymbolicationContext {
  /** The event's platform. */
  platform: string
  /** By frame path, as returned by `framePath`. */
  modules: ReadonlyMap<string, ScriptModule>
}

/**
 * Resolves the frames of a stack, outermost caller first, because a caller may provide the name of its callee. Pure:
 * frames are not mutated; those that cannot be resolved are returned unchanged.
 */
export function symbolicateStack<Frame extends StackFrame>(
  frames: readonly Frame[],
  context: SymbolicationContext,
): SymbolicatedFrame<Frame>[] {
  let calledName: string | undefined
  return frames.map((frame) => {
    const { name, ...result } = symbolicateFrame(frame, { ...context, calledName })
    calledName = name
    return result
  })
}

interface FrameResult<Frame extends StackFrame> extends SymbolicatedFrame<Frame> {
  /** Name in the original code at the frame's position. */
  name?: string | undefined
}

function symbolicateFrame<Frame extends StackFrame>(
  frame: Frame,
  { platform, modules, calledName }: SymbolicationContext & { calledName: string | undefined },
): FrameResult<Frame> {
  if (isEngineFrame(frame, platform)) return unresolved(frame.inApp ? { ...frame, inApp: false } : frame, undefined)
  if (!isResolvable(frame, platform)) return unresolved(frame, undefined)
  const path = framePath(frame)
  const module = modules.get(path)
  if (module === undefined) return unresolved(frame, undefined)
  const base = module.mapUrl ?? path
  const { code, original } = resolvePlace(module, base, placeOf(frame))
  const withCode = code === undefined ? frame : { ...frame, ...contextOf(code) }
  if (module.state !== 'mapped') return unresolved(withCode, module.state === 'plain' ? undefined : module.state)
  if (original === undefined) return { ...unresolved(frame, 'invalid_location'), raw: withCode }
  return {
    frame: showOriginal(frame, original, calledName),
    raw: frame.contextLine === '' ? withCode : frame,
    data: { symbolicated: true, sourcemap: base, resolved_with: module.resolvedWith },
    fault: original.lines === undefined ? 'missing_source_content' : undefined,
    name: original.position.name,
  }
}

function placeOf({ lineno = 1, colno = 0 }: StackFrame): Place {
  return { line: lineno - 1, column: Math.max(colno - 1, 0) }
}

function unresolved<Frame extends StackFrame>(frame: Frame, fault: FrameFault | undefined): FrameResult<Frame> {
  return { frame, raw: frame, data: undefined, fault }
}

function showOriginal<Frame extends StackFrame>(
  frame: Frame,
  { position, absPath, filename, module, isOwn, lines = noLines }: OriginalPlace,
  calledName: string | undefined,
): Frame {
  return {
    ...frame,
    function: functionNameOf({ position, rawName: frame.function, calledName }),
    filename,
    absPath,
    module: module || frame.module,
    lineno: position.line + 1,
    colno: position.column + 1,
    inApp: isOwn ?? frame.inApp,
    ...contextOf(lines),
  }
}

const noLines: SourceLines = { before: [], line: '', after: [] }

function contextOf({
  before,
  line,
  after,
}: SourceLines): Pick<StackFrame, 'preContext' | 'contextLine' | 'postContext'> {
  return { preContext: before, contextLine: line, postContext: after }
}

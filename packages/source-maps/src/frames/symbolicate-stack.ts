import type { OriginalPosition } from '../flat-index/flat-index.js'
import type { SourceLines } from '../flat-index/contents.js'
import { isOwnFile, readableName } from './file-name.js'
import { functionNameOf } from './function-name.js'
import { framePath, isEngineFrame, isResolvable } from './is-resolvable.js'
import { joinPath } from './join-path.js'
import { moduleName } from './module-name.js'
import type { ScriptModule } from './script-module.js'
import type { FrameFault, StackFrame, SymbolicationData } from './stack-frame.js'

/** A frame after symbolication. */
export interface SymbolicatedFrame<Frame extends StackFrame> {
  frame: Frame
  /** The frame as it was sent, with lines of the minified file. The frame itself where nothing was resolved. */
  raw: Frame
  /** Undefined when the frame was not resolved. */
  data: SymbolicationData | undefined
  fault: FrameFault | undefined
}

export interface SymbolicationContext {
  /** Of the event. */
  platform: string
  /** By the path of frames, as `framePath` gives it. */
  modules: ReadonlyMap<string, ScriptModule>
}

/**
 * Resolves the frames of a stack, the outermost caller first, because a caller may name what it calls. Pure: frames are
 * not changed, those that cannot be resolved stand in the result as they are.
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
  /** What the code has at the place of the frame. */
  name?: string | undefined
}

function symbolicateFrame<Frame extends StackFrame>(
  frame: Frame,
  { platform, modules, calledName }: SymbolicationContext & { calledName: string | undefined },
): FrameResult<Frame> {
  if (isEngineFrame(frame, platform)) return unresolved({ ...frame, inApp: false }, undefined)
  if (!isResolvable(frame, platform)) return unresolved(frame, undefined)
  const module = modules.get(framePath(frame))
  if (module === undefined) return unresolved(frame, undefined)
  const raw = withLines(frame, module.index?.codeLines(placeOf(frame)))
  if (module.state !== 'mapped') return unresolved(raw, module.state === 'plain' ? undefined : module.state)
  const { line, column } = placeOf(frame)
  const position = module.index?.find(line, column)
  if (position === undefined) return { ...unresolved(frame, 'invalid_location'), raw }
  return { ...resolve({ frame, module, position, calledName }), raw, name: position.name }
}

function placeOf({ lineno = 1, colno = 0 }: StackFrame): { line: number; column: number } {
  return { line: lineno - 1, column: Math.max(colno - 1, 0) }
}

function unresolved<Frame extends StackFrame>(frame: Frame, fault: FrameFault | undefined): FrameResult<Frame> {
  return { frame, raw: frame, data: undefined, fault }
}

interface Resolution<Frame extends StackFrame> {
  frame: Frame
  module: ScriptModule
  position: OriginalPosition
  calledName: string | undefined
}

function resolve<Frame extends StackFrame>({
  frame,
  module,
  position,
  calledName,
}: Resolution<Frame>): Omit<SymbolicatedFrame<Frame>, 'raw'> {
  const base = module.mapUrl ?? framePath(frame)
  const absPath = joinPath(base, position.sourceName)
  const filename = readableName(position.sourceName)
  const lines = linesOf(module, position, absPath)
  const resolved: Frame = {
    ...frame,
    function: functionNameOf({ position, rawName: frame.function, calledName }),
    filename,
    absPath,
    module: moduleName(filename === position.sourceName ? absPath : `webpack:///${filename}`) || frame.module,
    lineno: position.line + 1,
    colno: position.column + 1,
    inApp: isOwnFile(absPath, filename) ?? frame.inApp,
    preContext: [],
    contextLine: '',
    postContext: [],
  }
  return {
    frame: withLines(resolved, lines),
    data: { symbolicated: true, sourcemap: base, resolved_with: module.resolvedWith },
    fault: lines === undefined ? 'missing_source_content' : undefined,
  }
}

function linesOf({ index, findSource }: ScriptModule, position: OriginalPosition, absPath: string) {
  return index?.sourceLines(position.source, position) ?? findSource?.(absPath)?.codeLines(position)
}

function withLines<Frame extends StackFrame>(frame: Frame, lines: SourceLines | undefined): Frame {
  return lines === undefined
    ? frame
    : { ...frame, preContext: lines.before, contextLine: lines.line, postContext: lines.after }
}

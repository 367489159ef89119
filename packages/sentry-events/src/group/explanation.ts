import { parseJsonObject } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'

/** `[name, value]`, or `[name, parts]` for a list. A lone `'...'` stands for omitted parts. */
export type ExplainedComponent = [name: string, content: string | ExplainedPart[]]
export type ExplainedPart = ExplainedComponent | '...'

/** Why a frame does not contribute: see `why` of `ExplainedFrame`. */
export const frameReasons = ['not in app', 'noise', 'caller', 'recursion', 'empty', 'rule'] as const

/** One frame of the event's main stack. */
export interface ExplainedFrame {
  /** As sent; empty when unknown. */
  function: string
  /** Module, otherwise file name; empty if unknown. */
  place: string
  /**
   * Undefined if the frame contributes. `not in app`: only in-app frames count. `noise`: runtime or compiler-generated
   * code. `recursion`: repeats the previous frame. `empty`: nothing is known about it. `rule`: a project rule excludes
   * it.
   */
  why: (typeof frameReasons)[number] | undefined
  /** Line of the in-app rule that applied; undefined if none did. */
  line: number | undefined
}

/** Why an event belongs to its issue, as stored in `grouping_components`. */
export interface GroupingExplanation {
  /**
   * The deciding mechanism: `fingerprint` (set by the SDK), `checksum` (sent by an old SDK), `rule` (of the project),
   * `app` or `system` (exceptions, by in-app frames or all frames), `thread-app`, `thread-system`, `stacktrace-app`,
   * `stacktrace-system`, `template`, `message`, `fallback`. Empty if unknown.
   */
  by: string
  /** The project rule, if it decided; the text may be truncated. */
  rule: { line: number; text: string } | undefined
  /** True if the project's rules were skipped because they would have taken too many steps. */
  areRulesSkipped: boolean
  /** The hashed parts in order; long ones are truncated. */
  components: ExplainedPart[]
  /** Frames of the event's main stack, oldest first; empty if there is none. */
  frames: ExplainedFrame[]
  /** Number of older frames that are not listed. */
  olderFrames: number
}

const depthMax = 10

/**
 * Parses the text of `grouping_components`. Missing or malformed fields count as absent, so texts of all versions can
 * be read.
 * @returns undefined if the text is not a JSON object.
 */
export function readGroupingExplanation(json: string): GroupingExplanation | undefined {
  const fields = parseJsonObject(json)
  return (
    fields && {
      by: textOf(fields['by']),
      rule: readRule(fields['rule']),
      areRulesSkipped: fields['rules_skipped'] === true,
      components: readParts(fields['components'], 0),
      frames: listOf(fields['frames']).filter(isJsonObject).map(readFrame),
      olderFrames: countOf(fields['older_frames']) ?? 0,
    }
  )
}

function readRule(rule: unknown): GroupingExplanation['rule'] {
  const line = isJsonObject(rule) ? countOf(rule['line']) : undefined
  return isJsonObject(rule) && line !== undefined ? { line, text: textOf(rule['text']) } : undefined
}

function readParts(parts: unknown, depth: number): ExplainedPart[] {
  if (depth > depthMax) return []
  return listOf(parts).flatMap((part): ExplainedPart[] => {
    if (part === '...') return ['...']
    const [name, content] = listOf(part)
    if (typeof name !== 'string') return []
    return [[name, typeof content === 'string' ? content : readParts(content, depth + 1)]]
  })
}

function readFrame(frame: Record<string, unknown>): ExplainedFrame {
  return {
    function: textOf(frame['function']),
    place: textOf(frame['place']),
    why: frameReasons.find((reason) => reason === frame['why']),
    line: countOf(frame['line']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

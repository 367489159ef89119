import { parseJsonObject } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'

/** `[name, value]`, or `[name, parts]` for what is made of parts. A lone `'...'` stands for what was left out. */
export type ExplainedComponent = [name: string, content: string | ExplainedPart[]]
export type ExplainedPart = ExplainedComponent | '...'

/** Why a frame does not count: see `why` of `ExplainedFrame`. */
export const frameReasons = ['not in app', 'noise', 'caller', 'recursion', 'empty', 'rule'] as const

/** One frame of the stack that the event is about. */
export interface ExplainedFrame {
  /** As sent; empty when unknown. */
  function: string
  /** Module, else file name; empty when unknown. */
  place: string
  /**
   * Undefined when the frame counts. `not in app`: the application's own frames decide. `noise`: of the run time or of
   * the compiler. `recursion`: says the same as the frame before. `empty`: says nothing. `rule`: a rule of the project
   * leaves it out.
   */
  why: (typeof frameReasons)[number] | undefined
  /** Line of the in-app rule that had a say; undefined when none had. */
  line: number | undefined
}

/** Why an event belongs to its issue, as kept in `grouping_components`. */
export interface GroupingExplanation {
  /**
   * What decided: `fingerprint` (of the SDK), `checksum` (of an old SDK), `rule` (of the project), `app` or `system` (the
   * application's own frames or all of them, of exceptions), `thread-app`, `thread-system`, `stacktrace-app`,
   * `stacktrace-system`, `template`, `message`, `fallback`. Empty when unknown.
   */
  by: string
  /** The project's rule when it decided; the text may be cut. */
  rule: { line: number; text: string } | undefined
  /** Whether the project's rules were left out, because they would have taken too many steps. */
  areRulesSkipped: boolean
  /** What was hashed, in order; what is too long is cut. */
  components: ExplainedPart[]
  /** Of the stack that the event is about, oldest first; empty when there is none. */
  frames: ExplainedFrame[]
  /** So many older frames are not listed. */
  olderFrames: number
}

const depthMax = 10

/**
 * Reads the text of `grouping_components`. What is missing or of another shape counts as absent, so that texts of all
 * versions can be read.
 * @returns undefined when the text is not a JSON object.
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

import type { NormalFrame } from '../../normal-event.js'
import { minifiedColumn } from '../stack-key.js'
import { cutStart, indentOf, literal } from './script-source.js'

/** A method as V8 names it: by its receiver's type and its own name, or else by the property through which it was called. */
const method = /^(?:async )?[A-Z][\w$]{0,60}\.([\w$]{1,100})$/
const opensBlock = /^\s*(?:\} )?(?:if|else|for|while|do|switch|case|default|try|catch|finally)\b/
/** Pairs of brackets without any inside, and how deep they are nested in code that people write on one line. */
const closed = /\([^()]*\)|\{[^{}]*\}|\[[^[\]]*\]/g
const nestingMax = 10
/** A function among the arguments of a call, maybe with a result type, that has begun but not ended. */
const begunArgument =
  /[(,] ?(?:async )?(?:(?:[\w$]{1,100}|_ ?: [\w.<>| ]{1,100}) =>[^,({[]*(?:[({[]|$)|function\*? ?_ ?\{)/

/**
 * True for a function that was passed to a call (`route('/me', (c) => ...)`) and later called through a property of the
 * object that kept it (`Object.handler`), judged by its line and those before it. The property is not its name, because
 * every function passed to that call has it.
 */
export function isPassedFunction({ function: called, preContext, contextLine, colno = 1 }: NormalFrame): boolean {
  const name = method.exec(called)?.[1]
  if (name === undefined || colno > minifiedColumn || cutStart.test(contextLine)) return false
  const before = contextLine.slice(0, Math.max(0, colno - 1))
  const beginning = isBegun(before) ? before : openingLine(preContext, indentOf(contextLine))
  return isBegun(beginning) && !beginning.includes(name)
}

/** The nearest line before an indented one that opens something other than a block of a statement; empty if there is none. */
function openingLine(preContext: readonly string[], indent: number): string {
  let inner = indent
  for (const line of preContext.toReversed()) {
    const own = indentOf(line)
    if (own >= inner || line.trim() === '') continue
    if (!opensBlock.test(line)) return line.trimEnd()
    inner = own
  }
  return ''
}

/** True if the code before a place in a function includes its beginning as an argument of a call. */
function isBegun(code: string): boolean {
  if (code.length > minifiedColumn || !/=>|\bfunction\b/.test(code)) return false
  let open = code.replace(literal, '_')
  for (let depth = 0; depth < nestingMax; depth += 1) {
    const next = open.replace(closed, '_')
    if (next === open) break
    open = next
  }
  return begunArgument.test(open)
}

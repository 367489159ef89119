import type { NormalFrame } from '../../normal-event.js'

/** How JavaScript SDKs truncate a long line: 59 characters before the column remain if both ends were cut. */
export const cutStart = /^'?\{snip\} /
const cutEnd = / ?\{snip\}$/
const keptBefore = 59

/** A text in quotes. */
export const literal = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g
const boundary = /[;{}]/g

/** The part of a source line that a frame points to. */
interface Statement {
  text: string
  /** Offset of the column in the statement; undefined if unknown. */
  at: number | undefined
}

/**
 * The statement that contains a frame's column: some code has several per line, transpilers write one. Function bodies
 * are separate statements.
 * @returns undefined if the SDK cut it off.
 */
export function statementOf({ contextLine, colno }: NormalFrame): Statement | undefined {
  const isStartCut = cutStart.test(contextLine)
  const isEndCut = cutEnd.test(contextLine)
  const line = contextLine.replace(cutStart, '').replace(cutEnd, '')
  const index = columnIn({ colno, isStartCut, isEndCut })
  if (index === undefined) return isStartCut || isEndCut ? undefined : { text: line, at: undefined }
  const plain = line.replace(literal, (text) => '_'.repeat(text.length))
  const boundaries = [...plain.matchAll(boundary)].map((found) => found.index)
  const before = boundaries.findLast((one) => one < index)
  const after = boundaries.find((one) => one >= index)
  if ((before === undefined && isStartCut) || (after === undefined && isEndCut)) return undefined
  const from = before === undefined ? 0 : before + 1
  return { text: line.slice(from, after), at: index - from }
}

interface CutLine {
  colno: number | undefined
  isStartCut: boolean
  isEndCut: boolean
}

function columnIn({ colno, isStartCut, isEndCut }: CutLine): number | undefined {
  if (colno === undefined || colno < 1) return undefined
  if (!isStartCut) return colno - 1
  return isEndCut ? keptBefore : undefined
}

const awaited = /\bawait\s+(?:\(0, ?)?(?:[\w$]{1,100}(?:\?\.|\.|\)|$))*?(#?[\w$]{1,100})\)?\(/g

/**
 * Names of the functions whose promise a frame may have been awaiting: one, or all in its line if an SDK truncated the
 * line and the column is unknown. V8 lists awaiting functions as if they had made the call, with the column of the
 * `await`; a call has the column of its callee.
 * @returns undefined for frames that made a call.
 */
export function awaitedNames(frame: NormalFrame | undefined): readonly string[] | undefined {
  if (frame?.contextLine.includes('await') !== true) return undefined
  const statement = statementOf(frame)
  const isPlaced = statement?.at !== undefined
  if (!isPlaced && !cutStart.test(frame.contextLine)) return undefined
  const from = isPlaced ? statement.text.slice(statement.at) : frame.contextLine
  if (isPlaced && !/^await\b/.test(from)) return undefined
  const names = [...from.matchAll(awaited)].map(([, name = '']) => name)
  return isPlaced ? names.slice(0, 1) : names
}

const closure = /=>|\bfunction\b/

/** True for a frame that awaits a call to which it passes a closure written there. */
export function awaitsOwnClosure(frame: NormalFrame): boolean {
  const statement = statementOf(frame)
  return statement?.at !== undefined && closure.test(statement.text.slice(statement.at))
}

const awaitedChoice = /^await\s+[\w$.]{1,100}\[[^\]]{1,100}\]!?(?:\?\.)?\(/

/** True for a frame that awaits a function chosen from a table: it runs whatever it was told. */
export function awaitsChosen(frame: NormalFrame): boolean {
  if (!frame.contextLine.includes('await')) return false
  const statement = statementOf(frame)
  return statement?.at !== undefined && awaitedChoice.test(statement.text.slice(statement.at))
}

/** How modules compiled to CommonJS call their imports. */
const importedCall = /\(0, ?[\w$]{1,100}\.([\w$]{1,100})\)/g
const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu
const syntax = new Set([
  'async',
  'function',
  'await',
  'yield',
  'return',
  'const',
  'let',
  'var',
  'void',
  'undefined',
  'this',
])

/** Bundlers number variables that had the same name in two scopes, starting at 2. Properties keep their names. */
const renamed = /(?<![.\w$])([A-Za-z_$]{1,100})(?:[2-9]|[1-9]\d{1,2})(?![\w$])/g

/** The names and words of a statement, which survive reprinting; quotes, brackets and numbers do not. */
export function wordsOfStatement({ text }: Statement): string {
  const words = text.replace(importedCall, '$1').replace(renamed, '$1').match(word) ?? []
  return words.filter((one) => !syntax.has(one)).join(' ')
}

/** Opening of the code that esbuild, TypeScript, Babel and SWC generate for an async function. */
const generator =
  /\b(?:__async(?:Generator)?|__awaiter|_?async_?[tT]o_?[gG]enerator\w{0,20}(?:\.default)?\)?)\(.*\bfunction\b/
/** The state machine that TypeScript generates inside it for old engines. */
const stateMachine = /\breturn __generator\(/
const bareGenerator = /^\s*return\b/
const opensFunction = /=>|\bfunction\b/
const names: readonly RegExp[] = [
  /\bfunction\*? (#?[\w$]{1,100})\(/,
  /(?:^|[\s.(])(#?[\w$]{1,100}) = (?:\(|[\w$]+ =>|_*async|function\b)/,
  /^\s*(#?[\w$]{1,100}): (?:\(|[\w$]+ =>|_*async|function\b)/,
  /\b_*(?:publicField|defineProperty|define_property)\(this, ["'](#?[\w$]{1,100})["'], /,
  /^\s*(?:static )?(?!if\b|for\b|while\b|switch\b|catch\b|function\b|return\b)(#?[\w$]{1,100})\([^]*\) \{$/,
]

/**
 * The name of an async function whose body a transpiler turned into an anonymous generator, from the preceding lines.
 * @returns the empty text if they do not reveal it.
 */
export function nameOfGenerator({ preContext, contextLine }: NormalFrame): string {
  let indent = indentOf(contextLine)
  let isGenerator = false
  for (const line of preContext.toReversed()) {
    const own = indentOf(line)
    if (own >= indent || line.trim() === '') continue
    indent = own
    if (stateMachine.test(line)) continue
    isGenerator ||= generator.test(line)
    if (isGenerator && bareGenerator.test(line)) continue
    if (isGenerator || opensFunction.test(line)) return isGenerator ? nameIn(line) : ''
  }
  return ''
}

function nameIn(line: string): string {
  for (const pattern of names) {
    const name = pattern.exec(line)?.[1]
    if (name !== undefined) return name
  }
  return ''
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

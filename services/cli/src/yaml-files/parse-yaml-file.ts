import type { Validator } from '@signalbox/contracts'
import { isNode, LineCounter, parseAllDocuments, type Document } from 'yaml'
import { CommandFailure } from '../exit-codes.js'

/** One document of a file, and its position. */
export interface YamlDocument<T> {
  settings: T
  /** `file:line` of its start. */
  place: string
}

/** The kind of content in documents. */
export interface YamlContents<File, T> {
  /** Plural noun for messages. */
  what: string
  /** Must report all errors. */
  validate: Validator<File>
  /** Fills in defaults. */
  fill: (file: File) => T
}

/**
 * Parses all documents of a file; empty ones are skipped.
 * @param file Its name, for messages.
 * @throws CommandFailure naming file, line and field of every error.
 */
export function parseYamlFile<File, T>(
  { file, source }: { file: string; source: string },
  { what, validate, fill }: YamlContents<File, T>,
): YamlDocument<T>[] {
  const lines = new LineCounter()
  // Uses the YAML 1.2 schema, in which `no` is a string and `1_000` is not a number.
  const documents = parseAllDocuments(source, { lineCounter: lines, version: '1.2', prettyErrors: false })
  if (!Array.isArray(documents)) return []
  const faults: string[] = []
  const read = documents.flatMap((document) => {
    const at = (offset: number) => `${file}:${lines.linePos(offset).line}`
    const found = [...document.errors.map((error) => `${at(error.pos[0])}: ${error.message}`)]
    const value: unknown = found.length > 0 ? null : document.toJS({ maxAliasCount: 0 })
    if (found.length === 0 && value === null) return []
    const result = found.length > 0 ? undefined : validate(value)
    if (result?.ok) return [{ settings: fill(result.value), place: at(document.range[0]) }]
    for (const { pointer, detail } of result?.faults ?? []) {
      found.push(`${at(offsetOf(document, pointer))}: ${fieldOf(pointer)} ${detail}`)
    }
    faults.push(...found)
    return []
  })
  if (faults.length > 0) throw new CommandFailure(`the ${what} could not be read\n  ${faults.join('\n  ')}`)
  return read
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function fieldOf(pointer: string): string {
  return pathOf(pointer).join('.') || 'the document'
}

/** The position of a field; for a missing one, that of its parent. */
function offsetOf(document: Document.Parsed, pointer: string): number {
  for (let path = pathOf(pointer); path.length > 0; path = path.slice(0, -1)) {
    const node: unknown = document.getIn(path, true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.range[0]
}

import { replaceIn, type Replacement } from '../value.js'
import { parseFailures } from './parse-failures.js'

/** Values nested deeper than this stay as they are. */
const depthMax = 4
/** Fields whose words name a kind of failure rather than data. */
const namingField = /^(?:kind|code|reason|type|op|err|error|source|cause|inner|status)$/i
const word = /^\w[\w.:]{0,100}$/

const boolean: Replacement = { by: '0', hint: /true|false/, pattern: /(?<![\w.`-])(?:true|false)(?![\w.`-])/g }

const goValues: readonly Replacement[] = [
  {
    by: '2006-01-02',
    hint: /\d [+-]\d{4} /,
    pattern:
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [+-]\d{4} (?:[A-Z]{3,5}|[+-]\d{2,4})(?: m=[+-]\d{1,12}\.\d{1,9})?/g,
  },
  { by: '0', hint: /<nil>/, pattern: /<nil>/g },
  { by: '0', hint: /%!/, pattern: /%![A-Za-z]\([^()\n]{0,300}\)/g },
  boolean,
]
const goMap = /\bmap\[[^[\]\n]{0,600}\]/g
/** JSON is left to others, and a single word in braces is a placeholder in a route. */
const goStruct = /&?\{(?!\s*"[^"\n]{0,100}"\s*:)(?=[^{}\n]{0,600}[ :])([^{}\n]{1,600})\}/g
const goField = /(?<=^|[ ,])([A-Z]\w{0,60}):([^\s,]{0,200})/g

const rustValues: readonly Replacement[] = [
  { by: '0', hint: /Some|None/, pattern: /\b(?:Some\([^()\n]{0,300}\)|None\b)/g },
  boolean,
]
const rustStruct = /\{ (?=[a-z_]\w{0,60}: )((?:"(?:[^"\\\n]|\\.){0,300}"|[^{}"\n]){1,600}) \}/g
const rustField = /(?<=^|, )([a-z_]\w{0,60}): ("(?:[^"\\]|\\.){0,300}"|[^,]{0,300})/g
/** Maps and sets. */
const rustMap = /\{(?=["\d-])[^{}\n]{1,600}\}/g

/** A list. At the start of a text, brackets hold the name of what reports it; before a port, an address. */
const list = /(?<!^)(?<![\w\]])\[[^[\]\n]{0,600}\](?!:\d)/g

/**
 * Removes values as Go's `fmt` prints them if no verb chooses a form: times, maps, structs and lists. How many items
 * they have and which fields are set is data.
 */
export function withoutGoValues(text: string): string {
  return untilStable(replaceIn(replaceIn(text, parseFailures), goValues), (value) =>
    value
      .replace(goMap, '()')
      .replace(goStruct, (_, fields: string) => `()${kindsIn(fields, goField)}`)
      .replace(list, '()'),
  )
}

/** Like `withoutGoValues`, for values as Rust's `Debug` prints them. */
export function withoutRustValues(text: string): string {
  return untilStable(replaceIn(replaceIn(text, parseFailures), rustValues), (value) =>
    value
      .replace(rustStruct, (_, fields: string) => `()${kindsIn(fields, rustField)}`)
      .replace(rustMap, '()')
      .replace(list, '()'),
  )
}

/** Values contain values: the innermost are removed first. */
function untilStable(text: string, remove: (text: string) => string): string {
  let clean = text
  for (let depth = 0; depth < depthMax && /[[{]/.test(clean); depth += 1) {
    const next = remove(clean)
    if (next === clean) break
    clean = next
  }
  return clean
}

function kindsIn(fields: string, field: RegExp): string {
  let kinds = ''
  for (const [, name = '', value = ''] of fields.matchAll(field)) {
    if (namingField.test(name) && word.test(value)) kinds += ` ${name} ${value}`
  }
  return kinds
}

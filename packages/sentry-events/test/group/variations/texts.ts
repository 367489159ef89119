import { isJsonObject } from '../../../src/read-json.js'
import type { Payload } from '../pairs/pair.js'
import type { Vary } from './stacks.js'

/* Data in texts: what it is, and how it is written. */

const number = /(?<![\w.:/<#%$-])(\d{1,6})(?![\w.:/%-]|\.\d)/g
const coded = /status|http|code|errno|error \d|exit|signal|sqlstate|E[A-Z]{4}|\b[1-5]\d\d\b/i
const quoted = /(?<=[\w:=] ?)(["'])([\w@ .:/-]{1,80})\1(?!\w)/g
/** An HTTP status with its name, as httpx quotes it. */
const status = /^[1-5]\d\d [A-Z]/
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const ipv4 = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const path = /(?<![\w:/.])\/(?:var|tmp|home|srv|data|mnt)\/(?:[\w.-]+\/)*[\w.-]+/g
const id = /\b[a-zA-Z]{2,8}[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{3,20}\b/g
/** Not the seconds of a time, which another decimal would malform. */
const decimal = /(?<![\w.]|\d:)\d{1,6}\.\d{1,4}(?![\w.])/g
const duration = /\b\d+(?:\.\d+)?(?:ms|s|µs|us)\b/g
const date = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?/g

/** Varies the texts of an event, but not templates, which are source code. */
function varyTexts(vary: (text: string) => string): Vary {
  return (payload) => {
    const varied = structuredClone(payload)
    for (const holder of textsOf(varied)) {
      const text = holder.object[holder.key]
      if (typeof text === 'string') holder.object[holder.key] = vary(text)
    }
    return JSON.stringify(varied) === JSON.stringify(payload) ? undefined : varied
  }
}

interface TextHolder {
  object: Record<string, unknown>
  key: string
}

function textsOf(payload: Payload): TextHolder[] {
  const chain = payload['exception']
  const values = isJsonObject(chain) && Array.isArray(chain['values']) ? chain['values'].filter(isJsonObject) : []
  const entry = payload['logentry'] ?? payload['message']
  const isBare =
    isJsonObject(entry) &&
    (entry['params'] === undefined || (Array.isArray(entry['params']) && entry['params'].length === 0))
  const isOne = isJsonObject(entry) && entry['formatted'] !== undefined && entry['message'] === entry['formatted']
  return [
    ...values.map((object) => ({ object, key: 'value' })),
    { object: payload, key: 'message' },
    ...(isJsonObject(entry) ? [{ object: entry, key: 'formatted' }] : []),
    ...(isJsonObject(entry) && isBare && (entry['formatted'] === undefined || isOne)
      ? [{ object: entry, key: 'message' }]
      : []),
  ]
}

const replacing = (pattern: RegExp, by: string) =>
  varyTexts((text) => (coded.test(text) && pattern === number ? text : text.replace(pattern, by)))

/** By what differs. */
export const textVariations: Readonly<Record<string, Vary>> = {
  'another number': replacing(number, '213'),
  'a number with separators': replacing(number, '48,213'),
  'a negative number': replacing(number, '-7'),
  'another UUID': replacing(uuid, 'c56a4180-65aa-42ec-a945-5fd21dec0538'),
  'another id': varyTexts((text) => text.replace(id, (found) => found.replace(/(?<=[-_]).*/, '7hq20c'))),
  'another address': replacing(ipv4, '10.77.3.19'),
  'another email address': replacing(email, 'j.doe+x@mail.example.org'),
  'another path': replacing(path, '/mnt/vol-3/other/place.bin'),
  'another decimal': replacing(decimal, '7.125'),
  'a decimal with a comma': replacing(decimal, '7,25'),
  'another duration': replacing(duration, '2.5s'),
  'another date': replacing(date, '2031-12-24T08:15:59Z'),
  'other quoted data': varyTexts((text) =>
    text.replace(quoted, (found, mark: string, inner: string) =>
      /\d|[@/]/.test(inner) && !status.test(inner) ? `${mark}Qx 9-b${mark}` : found,
    ),
  ),
  'a detail added in brackets': varyTexts((text) =>
    text === '' || /[\n:]/.test(text.slice(-1)) || text.includes('\n') ? text : `${text} (attempt 3)`,
  ),
  'a period at the end': varyTexts((text) => (/\w$/.test(text) && !text.includes('\n') ? `${text}.` : text)),
}

/** How ids are written. */
export const idVariations: Readonly<Record<string, Vary>> = {
  'an id of another form': replacing(id, 'rack_12'),
}

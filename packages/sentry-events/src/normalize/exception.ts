import { limits } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { NormalException } from '../normal-event.js'
import type { Place } from './changes.js'
import { type Fields, isPresent, readObjects } from './fields.js'
import { trimBag } from './json-bag.js'
import { readMechanism } from './mechanism.js'
import { readText } from './read-field.js'
import { readStacktrace, type StackSource } from './stacktrace.js'

const { exceptionTypeLengthMax, exceptionValueLengthMax, exceptionsMax } = limits.event
const moduleLengthMax = 256
const threadIdLengthMax = 64

/** `Word: text`: some SDKs send type and value as one text. */
const typedValue = /^([A-Za-z_][\w.$]{0,200}): ([^]*)$/

/**
 * Reads exceptions: `{values: list}`, a list, or one object. Those with neither type nor value are dropped; beyond the
 * limit, the ones nearest to the main exception stay.
 * @returns oldest first, the main one last.
 */
export function readExceptions(value: unknown, place: Place, source: StackSource): NormalException[] {
  const isSingle = isJsonObject(value) && !('values' in value)
  const sent = readObjects(isSingle ? [value] : value, place, { last: exceptionsMax })
  const exceptions = sent
    .map((fields) => readException(fields, source))
    .filter(({ type, value: text, stacktrace }) => type !== '' || text !== '' || stacktrace !== undefined)
  if (exceptions.length < sent.length) place.note('left_out')
  return exceptions
}

function readException(fields: Fields, source: StackSource): NormalException {
  const mechanism = readMechanism(fields.fields('mechanism'))
  const type = fields.text('type', exceptionTypeLengthMax)
  const value = readValue(fields)
  return {
    // A message that an SDK wrapped in an exception has no type, whatever its text looks like.
    ...(type === '' && mechanism?.synthetic !== true ? splitType(value) : { type, value }),
    module: fields.text('module', moduleLengthMax),
    threadId: fields.scalar('thread_id', threadIdLengthMax),
    stacktrace: readStacktrace(fields.fields('stacktrace') ?? fields.fields('raw_stacktrace'), source),
    mechanism,
  }
}

/** Any other value is stored as JSON. */
function readValue(fields: Fields): string {
  const value = fields.get('value')
  if (typeof value === 'string' || !isPresent(value)) return fields.text('value', exceptionValueLengthMax)
  const limitsOfValue = { sizeMax: exceptionValueLengthMax, depthMax: 7 }
  return readText(JSON.stringify(trimBag(value, limitsOfValue, fields.at('value'))), exceptionValueLengthMax)
}

function splitType(text: string): { type: string; value: string } {
  const [, type = '', value = text] = typedValue.exec(text) ?? []
  return { type, value }
}

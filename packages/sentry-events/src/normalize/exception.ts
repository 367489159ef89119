import { limits } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { JsonObject, NormalException } from '../normal-event.js'
import { trimBag } from './json-bag.js'
import { readMechanism } from './mechanism.js'
import { readScalar, readText, readValues } from './read-field.js'
import { readStacktrace } from './stacktrace.js'

const { exceptionTypeLengthMax, exceptionValueLengthMax, exceptionsMax } = limits.event
const moduleLengthMax = 256
const threadIdLengthMax = 64

/** `Word: text`, as some SDKs send type and value in one. */
const typedValue = /^([A-Za-z_][\w.$]{0,200}): ([^]*)$/

/**
 * Reads exceptions: `{values: list}`, a list, or one object. Those with neither type nor value are left out, and of too
 * many the ones nearest to the main one are kept.
 * @returns oldest first, the main one last.
 */
export function readExceptions(value: unknown, platform: string): NormalException[] {
  const isSingle = isJsonObject(value) && !('values' in value)
  return (isSingle ? [value] : readValues(value))
    .filter(isJsonObject)
    .slice(-exceptionsMax)
    .map((fields) => readException(fields, platform))
    .filter(({ type, value: text, stacktrace }) => type !== '' || text !== '' || stacktrace !== undefined)
}

function readException(fields: JsonObject, platform: string): NormalException {
  const mechanism = readMechanism(fields['mechanism'])
  const type = readText(fields['type'], exceptionTypeLengthMax)
  const value = readValue(fields['value'])
  return {
    // A message that an SDK dressed up as an exception has no type, whatever it looks like.
    ...(type === '' && mechanism?.synthetic !== true ? splitType(value) : { type, value }),
    module: readText(fields['module'], moduleLengthMax),
    threadId: readScalar(fields['thread_id'], threadIdLengthMax),
    stacktrace: readStacktrace(fields['stacktrace'], platform) ?? readStacktrace(fields['raw_stacktrace'], platform),
    mechanism,
  }
}

/** Anything but text is kept as JSON. */
function readValue(value: unknown): string {
  if (typeof value === 'string' || value === null || value === undefined) {
    return readText(value, exceptionValueLengthMax)
  }
  const json = JSON.stringify(trimBag(value, { sizeMax: exceptionValueLengthMax, depthMax: 7 }))
  return readText(json, exceptionValueLengthMax)
}

function splitType(text: string): { type: string; value: string } {
  const [, type = '', value = text] = typedValue.exec(text) ?? []
  return { type, value }
}

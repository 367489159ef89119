import { limits } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { Place } from './changes.js'
import { Fields } from './fields.js'
import type { JsonObject, NormalLogentry } from '../normal-event.js'
import { readText } from './read-field.js'

const { messageLengthMax } = limits.event
const paramLimits = { sizeMax: 2_048, depthMax: 5 }

/** Placeholders of Python and C: %s, %d, %5.2f, %(name)s, %%. */
const percentPlaceholder = /%(?:\((\w{1,100})\))?[-+ #0]?\d{0,3}(?:\.\d{1,3})?([sdiufFeEgGxXoOrajc%])/g

/** Placeholders of .NET, Java and Python: {}, {0}, {name}, {0:x}. */
const bracePlaceholder = /\{(\w{0,100})(?:[:!,][^{}]{0,50})?\}/g

/**
 * Reads an event's message: a text, or an object of `message` (with placeholders), `formatted` and `params`. If only
 * the template was sent, its placeholders are filled in.
 * @returns undefined if there is no text.
 */
export function readLogentry(value: unknown, place: Place): NormalLogentry | undefined {
  const fields = new Fields(isJsonObject(value) ? value : { formatted: value }, place)
  const message = fields.text('message', messageLengthMax).trim()
  const sentText = fields.text('formatted', messageLengthMax).trim()
  const params = fields.bag('params', paramLimits)
  const formatted = sentText || (params === undefined ? message : fillIn(message, params))
  const template = message === formatted && params === undefined ? '' : message
  return formatted === '' ? undefined : { template, formatted, params }
}

type Params = unknown[] | JsonObject

function fillIn(template: string, params: Params): string {
  const positions = Array.isArray(params) ? params : Object.values(params)
  let next = 0
  const pick = (name: string | undefined, placeholder: string) => {
    const named = name === undefined || name === '' ? undefined : paramNamed(params, name)
    const param = name === undefined || name === '' ? positions[next++] : named
    return param === undefined ? placeholder : paramText(param)
  }
  const filled = template.includes('%')
    ? template.replace(percentPlaceholder, (text, name: string | undefined, kind: string) =>
        kind === '%' ? '%' : pick(name, text),
      )
    : template.replace(bracePlaceholder, (text, name: string) => pick(name, text))
  return readText(filled, messageLengthMax).trim()
}

function paramNamed(params: Params, name: string): unknown {
  if (Array.isArray(params)) {
    return params[Number(name)]
  }
  return Object.hasOwn(params, name) ? params[name] : undefined
}

function paramText(param: unknown): string {
  return typeof param === 'string' ? param : JSON.stringify(param)
}

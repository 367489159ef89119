import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'

const defaultPart = /^\{\{\s{0,20}default\s{0,20}\}\}$/i
const nameLengthMax = 250

/** Source of values for fingerprint variables. */
export interface FingerprintSubject {
  event: NormalEvent
  main: NormalException | undefined
  frame: NormalFrame | undefined
  message: string
}

/** True if the fingerprint requests only the built-in grouping. */
export function isDefaultFingerprint(fingerprint: readonly string[]): boolean {
  return fingerprint.every(isDefaultPart)
}

/** True for `{{ default }}`, which stands for the built-in components. */
export function isDefaultPart(part: string): boolean {
  return defaultPart.test(part)
}

/**
 * Builds the components of a fingerprint set by the application or a rule, with variables substituted. `{{ default }}`
 * inserts the built-in components, so the other parts subdivide what would be one issue.
 */
export function customComponents(
  parts: readonly string[],
  subject: FingerprintSubject,
  defaults: readonly Component[],
): Component[] {
  return parts.map((part) =>
    isDefaultPart(part)
      ? { name: 'default', parts: defaults }
      : { name: 'fingerprint', value: fillVariables(part, subject) },
  )
}

/** Substitutes the variables in a text; everything else stays unchanged. */
export function fillVariables(part: string, subject: FingerprintSubject): string {
  let filled = ''
  let position = 0
  let open = part.indexOf('{{')
  while (open !== -1) {
    const close = part.indexOf('}}', open + 2)
    if (close === -1) break
    const name = part.slice(open + 2, Math.min(close, open + 2 + nameLengthMax)).trim()
    filled += part.slice(position, open) + (resolveVariable(name, subject) ?? part.slice(open, close + 2))
    position = close + 2
    open = part.indexOf('{{', position)
  }
  return filled + part.slice(position)
}

type Resolver = (subject: FingerprintSubject) => string | undefined

const exceptionType: Resolver = ({ main }) => main?.type
const exceptionValue: Resolver = ({ main }) => main?.value
const crashFunction: Resolver = ({ frame }) => frame?.function
const crashPath: Resolver = ({ frame }) => frame?.absPath
const crashModule: Resolver = ({ frame }) => frame?.module
const crashPackage: Resolver = ({ frame }) => frame?.package

const variables = new Map<string, readonly [missing: string, Resolver]>([
  ['transaction', ['transaction', ({ event }) => event.transaction]],
  ['message', ['message', ({ message }) => message]],
  ['type', ['type', exceptionType]],
  ['error.type', ['type', exceptionType]],
  ['value', ['value', exceptionValue]],
  ['error.value', ['value', exceptionValue]],
  ['function', ['function', crashFunction]],
  ['stack.function', ['function', crashFunction]],
  ['path', ['abs-path', crashPath]],
  ['stack.abs_path', ['abs-path', crashPath]],
  ['stack.filename', ['filename', ({ frame }) => frame?.filename]],
  ['module', ['module', crashModule]],
  ['stack.module', ['module', crashModule]],
  ['package', ['package', crashPackage]],
  ['stack.package', ['package', crashPackage]],
  ['level', ['level', ({ event }) => event.level]],
  ['logger', ['logger', ({ event }) => event.logger]],
  ['release', ['release', ({ event }) => event.release]],
  ['environment', ['environment', ({ event }) => event.environment]],
])

/** @returns undefined for an unknown variable, which then stays in the text unchanged. */
function resolveVariable(name: string, subject: FingerprintSubject): string | undefined {
  if (name.startsWith('tags.')) {
    const tag = name.slice('tags.'.length)
    const { tags } = subject.event
    return Object.hasOwn(tags, tag) ? tags[tag] : `<no-value-for-tag-${tag}>`
  }
  const variable = variables.get(name)
  return variable && (variable[1](subject) || `<no-${variable[0]}>`)
}

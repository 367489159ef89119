import type { NormalEvent, NormalException, NormalLogentry } from '../normal-event.js'
import type { Component } from './component.js'
import { normalizeValue } from './value.js'

/** True for a synthetic exception that an SDK created to give a message a stack: it has no type. */
export function isSyntheticMessage(
  exception: NormalException | undefined,
  logentry: NormalLogentry | undefined,
): boolean {
  if (exception === undefined || exception.type !== '') {
    return false
  }
  return exception.mechanism?.synthetic === true || logentry !== undefined
}

/** A template contributes unchanged; a text formatted elsewhere contributes without ids and numbers. */
export function messageComponents(logentry: NormalLogentry | undefined): Component[] {
  const template = templateComponents(logentry)
  if (template.length > 0) {
    return template
  }
  const value = normalizeValue(logentry?.formatted ?? '')
  return value === '' ? [] : [{ name: 'message', value }]
}

/** @returns an empty list if the SDK sent only the formatted text. */
export function templateComponents(logentry: NormalLogentry | undefined): Component[] {
  return logentry === undefined || logentry.template === ''
    ? []
    : [{ name: 'message-template', value: logentry.template }]
}

/** The text of a message, or of the synthetic exception that carries it; empty for real exceptions. */
export function messageText({ logentry, exceptions }: NormalEvent): string {
  const main = exceptions.at(-1)
  return logentry?.formatted ?? (isSyntheticMessage(main, logentry) ? (main?.value ?? '') : '')
}

import { cleanText } from '../protocol/index.js'
import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import { isSyntheticMessage, messageText } from './message.js'

/** Characters. */
export const titleLengthMax = 256
const unlabeled = '<unlabeled event>'

/** The title shown in lists: `Type: first line of value`, or the first line of the message. */
export function titleOf(event: NormalEvent, main: NormalException | undefined): string {
  const text =
    main === undefined || isSyntheticMessage(main, event.logentry) ? messageText(event) : exceptionTitle(main)
  return cleanText(firstLine(text) || firstLine(messageText(event)) || unlabeled, titleLengthMax)
}

/** A synthetic type is omitted if there is a value. */
function exceptionTitle({ type, value, mechanism }: NormalException): string {
  const line = firstLine(value)
  if (line === '') return type
  return type === '' || mechanism?.synthetic === true ? line : `${type}: ${line}`
}

function firstLine(text: string): string {
  const trimmed = text.trimStart()
  const end = trimmed.search(/[\r\n]/)
  return (end === -1 ? trimmed : trimmed.slice(0, end)).trimEnd()
}

/** Where it happened: the transaction, otherwise the crash frame; empty if unknown. */
export function culpritOf({ transaction, culprit }: NormalEvent, frame: NormalFrame | undefined): string {
  const named = transaction || culprit
  if (named !== '' || frame === undefined) {
    return named
  }
  const place = frame.module || frame.filename
  const name = frame.function
  const text = place !== '' && name !== '' ? `${place} in ${name}` : place || name
  return cleanText(text, titleLengthMax)
}

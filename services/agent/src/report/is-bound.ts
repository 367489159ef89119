import { dayMs } from '@signalbox/contracts'
import type { BoundParts } from './bound-parts.js'
import { isQuantityBound } from './quantities.js'
import type { Mention, Moment } from './read-mentions.js'

/** True if the bound parts support the mention. */
export function isBound(mention: Mention, parts: BoundParts): boolean {
  switch (mention.kind) {
    case 'name':
      return isNameBound(mention.text, parts)
    case 'moment':
      return parts.times.some((time) => isSameMoment(mention.moment, time))
    case 'quantity':
      return isQuantityBound(mention.quantity, parts)
  }
}

/** Minimum length of a quotation that is cut with an ellipsis. */
const cutLengthMin = 40

/**
 * Names match as a whole only: `checkout` is not the service `checkout-worker`. A SHA may be abbreviated. A long
 * quotation may be cut if it ends with an ellipsis.
 */
function isNameBound(name: string, { texts }: BoundParts): boolean {
  const written = name.trim().toLowerCase()
  if (written === '') return true
  const isSha = /^(?=.*\d)[0-9a-f]{7,40}$/.test(written)
  const isCut = written.endsWith('…') && written.length > cutLengthMin
  const searched = isCut ? written.slice(0, -1) : written
  return texts.some((text) => occursIn(text.toLowerCase(), searched, isSha || isCut))
}

function occursIn(text: string, searched: string, mayBeCut: boolean): boolean {
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + 1)) {
    const end = at + searched.length
    const beginsWhole = !isNamePart(text[at - 1])
    if (beginsWhole && (mayBeCut || !isNamePart(text[end]))) return true
  }
  return false
}

function isNamePart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_-]/u.test(character)
}

/** True if the moment as written is the stored time, truncated or rounded. */
function isSameMoment({ date, timeOfDayMs, precisionMs }: Moment, time: number): boolean {
  if (timeOfDayMs === undefined) return new Date(time).toISOString().startsWith(date ?? '')
  return [Math.floor(time / precisionMs), Math.round(time / precisionMs)].some((units) => {
    const written = units * precisionMs
    if (written % dayMs !== timeOfDayMs) return false
    return date === undefined || new Date(written).toISOString().startsWith(date)
  })
}

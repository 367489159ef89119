import type { ScrubbingSettings } from '@signalbox/contracts'
import type { Place } from '../normalize/changes.js'
import { isJsonArray, isJsonObject } from '../read-json.js'
import { createNameJudge, type NameVerdict } from './field-names.js'
import { mapFields, mapList } from './map-changed.js'
import { findPairs, mayHoldPair } from './pairs-in-text.js'
import { findBareTokens, findProseSecrets } from './prose-secrets.js'
import { filteredMark, replaceRanges, type TextRange } from './text-range.js'
import { findSecrets, mayHoldSecret } from './value-patterns.js'

/** Scrubs JSON values and records removals. Returns the value itself, not a copy, if nothing is removed. */
export interface BagScrubber {
  /** Scrubs the value of a named field, whatever its type. */
  scrubField: (name: string, value: unknown, place: Place) => unknown
  /**
   * Like `scrubField`, for a text.
   * @param place undefined if removals need not be recorded.
   */
  scrubTextField: (name: string, text: string, place?: Place) => string
  /** Scrubs an object whose own name is irrelevant. */
  scrubObject: <T extends object>(fields: T, place: Place) => T
  /** Scrubs text for people: by value patterns, and by names only where they are almost certainly secrets. */
  scrubProse: (text: string, place?: Place) => string
  /** Like `scrubProse`, but leaves user names in paths: in a message they show where it failed. */
  scrubMessage: (text: string, place?: Place) => string
}

/** Values of these names are ids if they look like one: a span id of digits only is not a card number. */
const idName = /(?:^|[._])(?:trace|span|event|replay|profile|profiler|check_in|debug|segment)[._]?id$/i
const idForm = /^[0-9a-f-]{16,36}$/i

/** In a URL, `/home/42` is not a user's folder. */
const urlName = /^(?:url|http)(?:$|[._])|^(?:to|from|target|route)$/i

/** A `[Filtered]` mark may replace what separated a name from its value; another pass then finds them. */
const passesMax = 3

/** One scan of the characters: everything that is searched for in fields contains one of these. */
const mayHoldAny = new RegExp(`${mayHoldPair.source}|${mayHoldSecret.source}`)

/** Smaller numbers have too few digits for a card number. */
const cardMin = 1e12

/** Compiles the settings; does not check whether scrubbing is enabled at all. */
export function createBagScrubber(settings: ScrubbingSettings): BagScrubber {
  const judge = createNameJudge(settings)
  const usesPatterns = settings.use_defaults

  function scrubField(name: string, value: unknown, place: Place): unknown {
    const verdict = judge(name)
    if (verdict === 'safe') return value
    return isRemoved(verdict, value) ? remove(verdict.rule, place) : scrubValue(name, value, place)
  }

  function scrubTextField(name: string, text: string, place?: Place): string {
    const verdict = judge(name)
    if (verdict === 'safe') return text
    return isRemoved(verdict, text) ? remove(verdict.rule, place) : scrubText(name, text, place)
  }

  function scrubValue(name: string, value: unknown, place: Place): unknown {
    if (typeof value === 'string') return scrubText(name, value, place)
    if (typeof value === 'number') return scrubNumber(value, place)
    if (isJsonArray(value)) return mapList(value, (one, index) => scrubValue('', one, place.at(index)))
    return isJsonObject(value) ? scrubObject(value, place) : value
  }

  function scrubText(name: string, text: string, place?: Place): string {
    if (!mayHoldAny.test(text)) return text
    return repeat(text, (before) => scrubOnce(name, before, place))
  }

  function scrubOnce(name: string, text: string, place?: Place): string {
    const isKept = !usesPatterns || (idName.test(name) && idForm.test(text))
    const ranges = isKept ? [] : findSecrets(text, { paths: !urlName.test(name) })
    const withoutSecrets = apply(text, ranges, place)
    return apply(withoutSecrets, findPairs(withoutSecrets, judge), place)
  }

  function scrubSentence(text: string, { paths, place }: { paths: boolean; place: Place | undefined }): string {
    const patterns = usesPatterns ? [...findSecrets(text, { paths }), ...findBareTokens(text)] : []
    const withoutPatterns = apply(text, patterns, place)
    return apply(withoutPatterns, findProseSecrets(withoutPatterns, { judge, usesPatterns }), place)
  }

  function scrubNumber(value: number, place: Place): unknown {
    const text = usesPatterns && value >= cardMin && Number.isSafeInteger(value) ? String(value) : ''
    const ranges = findSecrets(text)
    return ranges.length === 0 ? value : apply(text, ranges, place)
  }

  function scrubObject<T extends object>(fields: T, place: Place): T {
    return mapFields(fields, (name, value) => scrubField(name, value, place.at(name)))
  }

  return {
    scrubField,
    scrubTextField,
    scrubObject,
    scrubProse: (text, place) => repeat(text, (before) => scrubSentence(before, { paths: true, place })),
    scrubMessage: (text, place) => repeat(text, (before) => scrubSentence(before, { paths: false, place })),
  }
}

function repeat(text: string, scrub: (before: string) => string): string {
  let before = text
  for (let pass = 0; pass < passesMax; pass++) {
    const after = scrub(before)
    if (after === before) break
    before = after
  }
  return before
}

function isRemoved(verdict: NameVerdict, value: unknown): verdict is { rule: string } {
  return typeof verdict === 'object' && value !== null && value !== undefined && value !== '' && value !== filteredMark
}

function remove(rule: string, place?: Place): string {
  place?.note('filtered', rule)
  return filteredMark
}

function apply(text: string, ranges: readonly TextRange[], place?: Place): string {
  if (ranges.length === 0) return text
  for (const rule of new Set(ranges.map((range) => range.rule))) place?.note('filtered', rule)
  return replaceRanges(text, ranges)
}

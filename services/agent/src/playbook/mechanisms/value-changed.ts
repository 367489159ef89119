import type { Edit } from '../changes/edit.js'
import type { LinePair } from '../changes/edited-line.js'
import { maskNumbers } from '../changes/mask-numbers.js'
import { asPhrase } from '../text/words.js'
import { findKnob, labelOfKnob, type Knob } from './knobs.js'
import type { Finding } from './mechanism.js'
import { readQuantities } from './quantity.js'

/** Minimum ratio by which a value must change to be mentioned. */
const ratioMin = 1.15
/** Size assigned to a change of location. */
const placeSize = 4

/** Numbers that changed in otherwise unchanged lines. */
export function findChangedValues(edit: Edit): Finding[] {
  return edit.pairs.flatMap((pair) => {
    if (maskNumbers(pair.before.code) !== maskNumbers(pair.after.code)) return []
    const before = readQuantities(pair.before.code)
    const after = readQuantities(pair.after.code)
    return before.flatMap(({ value }, index) => {
      const other = after[index]?.value
      return other === undefined || other === value ? [] : [judge({ edit, pair, from: value, to: other })].flat()
    })
  })
}

function judge({ edit, pair, from, to }: { edit: Edit; pair: LinePair; from: number; to: number }): Finding[] {
  const ratio = from === 0 || to === 0 ? 100 : Math.abs(to / from)
  const size = Math.max(ratio, 1 / ratio)
  const knob = findKnob(asPhrase(pair.before.code)) ?? findKnob(asPhrase(sectionOf(edit, pair)))
  if (isVersion(pair) || isLayout(pair)) return []
  // Any different port is a different destination, however close the number.
  if (knob?.name === 'port') return [toFinding({ pair, knob, isRaised: to > from, size: placeSize })]
  return size < ratioMin ? [] : [toFinding({ pair, knob, isRaised: to > from, size })]
}

/** A version isn't a quantity: `v1.2.3` became `v1.2.4`. */
function isVersion({ before }: LinePair): boolean {
  return /\bv?\d+\.\d+\.\d+/.test(before.code) || /\bversion\b/i.test(before.code)
}

/** In templates, how far a block is indented: `nindent 12`. */
function isLayout({ before }: LinePair): boolean {
  return /\bn?indent \d/.test(before.code)
}

/** Beyond this ratio, the values most likely have different units. */
const comparableRatioMax = 1000

interface Turn {
  pair: LinePair
  knob: Knob | undefined
  isRaised: boolean
  /** The larger value divided by the smaller one. */
  size: number
}

function toFinding({ pair, knob, isRaised, size }: Turn): Finding {
  const predicts = knob === undefined ? [] : isRaised ? knob.raised : knob.lower
  const name = knob?.name ?? 'a value'
  const what = knob === undefined ? 'a value' : labelOfKnob(knob)
  return {
    mechanism: `${name.replaceAll(' ', '-')}-${isRaised ? 'raised' : 'lowered'}`,
    sentence:
      size > comparableRatioMax
        ? `changes ${what}`
        : `${isRaised ? 'raises' : 'lowers'} ${what} by a factor of ${Number(size.toPrecision(2))}`,
    weight: predicts.length === 0 ? 0.4 : weightOf(size, knob),
    predicts,
    line: pair.after.code,
  }
}

/** Doubling is tuning, a factor of four and more breaks things. */
function weightOf(size: number, knob: Knob | undefined): number {
  const steps = Math.log2(size)
  const most = knob?.name === 'threshold' ? 1.5 : 3.2
  return Math.min(most, 0.3 + 1.1 * steps)
}

/** The enclosing keys (lines above with less indentation) and the heading of the hunk. */
export function sectionOf(edit: Edit, { before }: LinePair): string {
  const hunk = edit.hunks[before.hunk]
  if (!hunk) return before.path
  const indentation = (text: string) => text.length - text.trimStart().length
  let depth = indentation(hunk.lines[before.index]?.text ?? '')
  const keys: string[] = []
  for (let index = before.index - 1; index >= 0; index -= 1) {
    const line = hunk.lines[index]
    if (!line || line.code === '' || indentation(line.text) >= depth) continue
    depth = indentation(line.text)
    keys.push(line.code)
  }
  return [...keys, hunk.heading, before.path].join(' ')
}

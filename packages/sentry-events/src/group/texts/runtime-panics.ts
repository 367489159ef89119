import type { Replacement } from '../value.js'

/** What runtimes report, in words that depend on their version or on which side of a bound a number was. */
export const runtimePanics: readonly Replacement[] = [
  // What browsers report if a page can't be laid out in one pass, in all wordings.
  {
    by: 'ResizeObserver loop',
    hint: /^ResizeObserver/,
    pattern: /^ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)$/g,
  },
  // Rust 1.73 changed the wording of assertions; the compared values follow.
  {
    by: 'assertion $1 $2 $3 failed$4',
    hint: /^assertion failed/,
    pattern:
      /^assertion failed: `\((left) ([!=]=) (right)\)`\n\s{0,4}left: `[^]{0,400}?`,\n\s{0,4}right: `[^]{0,400}?`(: [^\n]{0,400})?$/g,
  },
  {
    by: 'assertion $1 failed$2',
    hint: /^assertion `/,
    pattern: /^assertion `(left [!=]= right)` failed(: [^\n]{0,400})?\n\s{0,4}left: [^]{0,2000}$/g,
  },
  {
    by: '$1borrowed',
    hint: /borrowed/,
    pattern: /^(?:RefCell )?already (mutably )?borrowed(?:: Borrow(?:Mut)?Error)?$/g,
  },
  {
    by: '$1',
    hint: /out of range/,
    pattern: /\b((?:index|slice bounds) out of range) \[[^\]\n]{0,60}\](?: with (?:length|capacity) \d{1,19})?/g,
  },
]

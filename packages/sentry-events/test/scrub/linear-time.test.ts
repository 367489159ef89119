import { expect } from 'chai'
import fc from 'fast-check'
import { defaultProjectSettings } from '@signalbox/contracts'
import { findNumbers } from '../../src/scrub/digit-patterns.js'
import { createNameJudge } from '../../src/scrub/field-names.js'
import { findHomePaths } from '../../src/scrub/home-paths.js'
import { findPairs } from '../../src/scrub/pairs-in-text.js'
import { findBareTokens, findProseSecrets } from '../../src/scrub/prose-secrets.js'
import type { Chars } from '../../src/scrub/text-range.js'
import { findCredentials, findPrivateKeys } from '../../src/scrub/value-patterns.js'

/** A text that counts the characters read from it. */
class CountedText implements Chars {
  looks = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  charCodeAt(index: number): number {
    this.looks++
    return this.#text.charCodeAt(index)
  }

  slice(start?: number, end?: number): string {
    const part = this.#text.slice(start, end)
    this.looks += part.length
    return part
  }

  indexOf(part: string, from = 0): number {
    const at = this.#text.indexOf(part, from)
    this.looks += (at === -1 ? this.length : at) - Math.min(from, this.length) + part.length
    return at
  }
}

const judge = createNameJudge(defaultProjectSettings.scrubbing)
const searches: Record<string, (text: Chars) => unknown> = {
  numbers: findNumbers,
  keys: findPrivateKeys,
  credentials: findCredentials,
  paths: findHomePaths,
  pairs: (text) => findPairs(text, judge),
  sentences: (text) => findProseSecrets(text, { judge, usesPatterns: true }),
  tokens: findBareTokens,
}

const units = fc.constantFrom(
  ...[
    '1',
    '1 ',
    '1-',
    'a',
    ' ',
    '=',
    'a=',
    'token=',
    ':',
    '":',
    '" :',
    '"token":',
    '"token":"',
    '"token":{',
    '\\"',
    '\\',
  ],
  ...[
    'Cookie:',
    'Cookie: a=',
    'Authorization:',
    'Authorization: Digest ',
    'password={',
    'password: ',
    'Bearer ',
    'eyJ',
    '://',
    '://a:',
    'a@',
    '/home/',
    '/home',
    '\\Users\\',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '[',
    '{"',
    '"',
  ],
)

describe("the scrubber's searches", () => {
  it('read each character a bounded number of times, whatever a long text contains', () => {
    const hostile = fc.tuple(fc.array(units, { minLength: 1, maxLength: 6 }), fc.array(units, { maxLength: 3 }))
    fc.assert(
      fc.property(hostile, ([repeated, tail]) => {
        const unit = repeated.join('')
        const text = unit.repeat(Math.ceil(20_000 / unit.length)) + tail.join('')
        for (const [name, search] of Object.entries(searches)) {
          const counted = new CountedText(text)
          search(counted)
          // A name before a separator has up to 200 characters, and is read and extracted.
          expect(counted.looks / text.length, name).to.be.lessThan(500)
        }
      }),
      { numRuns: 60 },
    )
  })
})

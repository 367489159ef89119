import type { Random } from '../support/random.js'

/** Parsed JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Values of wrong types and extreme sizes, and texts that break parsers. */
const junk: readonly ((random: Random) => Json)[] = [
  () => null,
  () => true,
  () => '',
  () => -1,
  () => 1e308,
  () => 2 ** 60,
  () => [],
  () => ({}),
  () => [[[[[[[[[[1]]]]]]]]]],
  () => '\ud800 lone, \u0000 nul, \u202e turned',
  () => "'; DROP TABLE events; --",
  () => '{{auto}}',
  () => '[Filtered]',
  () => '%s %d {0} {name} %(x)s',
  (random) => 'x'.repeat(random.integer(1, 20_000)),
  (random) => Array.from({ length: random.integer(1, 300) }, (_, index) => index),
  (random) => Object.fromEntries(Array.from({ length: random.integer(1, 300) }, (_, index) => [`key ${index}`, index])),
  (random) => nested(random.integer(10, 300)),
  () => ({ __proto__: { polluted: true }, constructor: 'x', toString: 1 }),
  () => ['key without value'],
  () => [['a', 'b', 'c'], [null], 'd', 7],
]

function nested(depth: number): Json {
  let value: Json = 'end'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { deeper: value }
  return value
}

/** A random wrong value. */
export function pickJunk(random: Random): Json {
  return junk[random.integer(0, junk.length - 1)]!(random)
}

export interface MutatedJson {
  json: Json
  /** JSON pointer to the wrong value. */
  pointer: string
}

/** Returns the object with one value, at any depth, replaced by a wrong one. Does not modify its input. */
export function mutateField(original: { [key: string]: Json }, random: Random): MutatedJson {
  const json = structuredClone(original)
  const pointer: string[] = []
  let holder: Json[] | { [key: string]: Json } = json
  for (;;) {
    const keys: string[] = Object.keys(holder)
    const key: string = keys[random.integer(0, keys.length - 1)]!
    pointer.push(key)
    const value: Json | undefined = (holder as { [key: string]: Json })[key]
    const canGoDeeper = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (!canGoDeeper || random.next() < 0.3) {
      ;(holder as { [key: string]: Json })[key] = pickJunk(random)
      return { json, pointer: `/${pointer.join('/')}` }
    }
    holder = value
  }
}

/** The bytes with some of them changed, removed, repeated or inserted. */
export function mutateBytes(original: Uint8Array, random: Random): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random.integer(1, 8); change > 0; change -= 1) {
    const at = random.integer(0, bytes.length)
    const length = random.integer(0, Math.min(64, bytes.length - at))
    const piece = bytes.subarray(at, at + length)
    const replacements = [
      Buffer.alloc(0),
      Buffer.concat([piece, piece]),
      Buffer.from([random.integer(0, 255)]),
      Buffer.from('\n'),
      Buffer.from('{}'),
      Buffer.from(`{"type":"event","length":${random.integer(0, 5_000_000_000)}}\n`),
      randomBytes(random, random.integer(1, 40)),
    ]
    const put = replacements[random.integer(0, replacements.length - 1)]!
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)])
  }
  return bytes
}

/** The bytes with a few of them changed in place, so that lengths before them stay correct. */
export function flipBytes(original: Uint8Array, random: Random): Buffer {
  const bytes = Buffer.from(original)
  for (let change = random.integer(1, 8); change > 0; change -= 1) {
    bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  }
  return bytes
}

/** Random bytes of the given number. */
export function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, () => random.integer(0, 255)))
}

/** Texts that break parsers: syntax characters, repetitions, multi-byte characters, lone surrogates. */
const textJunk = [
  '"',
  "'",
  '\\',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  ';',
  '=',
  '%',
  '*',
  '/*',
  '--',
  '\0',
  '\ud83d',
  'é',
  '\n',
  ' ',
  '-',
  '9'.repeat(20),
]

/** The text with a part removed, repeated, reversed or inserted; occasionally very long. */
export function mutateText(original: string, random: Random): string {
  let text = original
  for (let change = random.integer(1, 6); change > 0; change -= 1) {
    const at = random.integer(0, text.length)
    const piece = text.slice(at, at + random.integer(0, 24))
    const junk = textJunk[random.integer(0, textJunk.length - 1)]!
    const times = random.next() < 0.05 ? random.integer(100, 20_000) : random.integer(0, 3)
    const put = [piece + piece, '', junk, junk.repeat(times), piece.repeat(times)][random.integer(0, 4)]!
    text = text.slice(0, at) + put + text.slice(at + piece.length)
  }
  return text.slice(0, 200_000)
}

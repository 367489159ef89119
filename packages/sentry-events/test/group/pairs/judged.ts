import { readdirSync, readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import type { Pair } from './pair.js'

const folder = new URL('../../fixtures/judged/', import.meta.url)

/**
 * Pairs written and labeled by someone who did not know the rules. Each line of a file is one pair, without the parts
 * that grouping ignores. Families named `recorded: ` were sent by real SDKs from programs with known bugs.
 */
export const judgedPairs: Pair[] = readdirSync(folder).flatMap((name) =>
  readFileSync(new URL(name, folder), 'utf8').trim().split('\n').map(readPair),
)

function readPair(line: string): Pair {
  const pair: unknown = JSON.parse(line)
  if (!isJsonObject(pair) || !isJsonObject(pair['left']) || !isJsonObject(pair['right'])) {
    throw new Error(`no pair: ${line}`)
  }
  const { family, title, isSame, left, right } = pair
  return { family: String(family), title: String(title), isSame: isSame === true, left, right }
}

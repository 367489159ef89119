import { readdirSync, readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import type { Pair } from './pair.js'

const folder = new URL('../../fixtures/judged/', import.meta.url)

/**
 * Pairs that somebody wrote and judged who knew none of the rules; each line of a file is one, without what grouping does
 * not look at. Families named `recorded: ` are what real SDKs sent for programs with known bugs.
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

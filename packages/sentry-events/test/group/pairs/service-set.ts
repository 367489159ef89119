import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import type { Pair, Payload } from './pair.js'

/** Languages whose events follow the SDK's documentation, because the SDK could not be installed. */
const documented: ReadonlySet<string> = new Set(['dotnet', 'php'])

/**
 * Reads a set of judged pairs from `fixtures/<folder>`. Each line of `<language>.jsonl` is an event that an unmodified SDK sent for
 * one scene, without the parts that grouping ignores and with neutral paths. `judgements.json` pairs `<scene>@<build>` and says why
 * each pair is one issue or two.
 * @param written further languages whose events follow the documentation in this set.
 */
export function readServiceSet(folder: string, name: string, written: readonly string[] = []): Pair[] {
  const fixtures = new URL(`../../fixtures/${folder}/`, import.meta.url)
  return readJudgements(fixtures).flatMap(([language, judgements]) => {
    const events = readEvents(fixtures, language)
    const family = `${documented.has(language) || written.includes(language) ? 'documented' : 'recorded'}: ${language}`
    return judgements.map((judgement) => readPair(family, name, judgement, events))
  })
}

function readPair(family: string, name: string, judgement: unknown, events: ReadonlyMap<string, Payload>): Pair {
  if (!isJsonObject(judgement)) throw new Error(`not a judgement: ${JSON.stringify(judgement)}`)
  const { left, right, isSame, reason } = judgement
  return {
    family,
    title: `${name}: ${String(left)} and ${String(right)}, ${String(reason)}`,
    isSame: isSame === true,
    left: findEvent(events, left),
    right: findEvent(events, right),
  }
}

function findEvent(events: ReadonlyMap<string, Payload>, name: unknown): Payload {
  const event = events.get(String(name))
  if (event === undefined) throw new Error(`not recorded: ${String(name)}`)
  return event
}

function readEvents(fixtures: URL, language: string): ReadonlyMap<string, Payload> {
  const lines = readFileSync(new URL(`${language}.jsonl`, fixtures), 'utf8')
    .trim()
    .split('\n')
  return new Map(lines.map(readEvent))
}

function readEvent(line: string): [string, Payload] {
  const event: unknown = JSON.parse(line)
  if (!isJsonObject(event) || !isJsonObject(event['payload'])) throw new Error(`not an event: ${line}`)
  return [`${String(event['scene'])}@${String(event['run'])}`, event['payload']]
}

function readJudgements(fixtures: URL): [string, unknown[]][] {
  const all: unknown = JSON.parse(readFileSync(new URL('judgements.json', fixtures), 'utf8'))
  if (!isJsonObject(all)) throw new Error('no judgements')
  return Object.entries(all).map(([language, judgements]) => [language, Array.isArray(judgements) ? judgements : []])
}

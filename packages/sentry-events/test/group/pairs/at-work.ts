import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import type { Pair, Payload } from './pair.js'

const folder = new URL('../../fixtures/at-work/', import.meta.url)

/** Languages whose events follow the SDK's documentation, because the SDK could not be installed. */
const documented: ReadonlySet<string> = new Set(['dotnet', 'php'])

/**
 * Pairs from small services: HTTP handlers, jobs, database and network faults, log lines. Judged before any grouping rule ran on
 * the events. Each line of `<language>.jsonl` is an event that an unmodified SDK sent for one scene, without the parts that
 * grouping ignores and with neutral paths. Build `b` differs from `a` in ids, values, lines and a small refactoring. It also has
 * another SDK version, except in Ruby. In Rust, `a` is a release build and `b` a debug build. `judgements.json` pairs
 * `<scene>@<build>` and says why each pair is one issue or two.
 */
export const atWorkPairs: Pair[] = readJudgements().flatMap(([language, judgements]) => {
  const events = readEvents(language)
  const family = `${documented.has(language) ? 'documented' : 'recorded'}: ${language}`
  return judgements.map((judgement) => readPair(family, judgement, events))
})

function readPair(family: string, judgement: unknown, events: ReadonlyMap<string, Payload>): Pair {
  if (!isJsonObject(judgement)) throw new Error(`not a judgement: ${JSON.stringify(judgement)}`)
  const { left, right, isSame, reason } = judgement
  return {
    family,
    title: `at work: ${String(left)} and ${String(right)}, ${String(reason)}`,
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

function readEvents(language: string): ReadonlyMap<string, Payload> {
  const lines = readFileSync(new URL(`${language}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n')
  return new Map(lines.map(readEvent))
}

function readEvent(line: string): [string, Payload] {
  const event: unknown = JSON.parse(line)
  if (!isJsonObject(event) || !isJsonObject(event['payload'])) throw new Error(`not an event: ${line}`)
  return [`${String(event['scene'])}@${String(event['run'])}`, event['payload']]
}

function readJudgements(): [string, unknown[]][] {
  const all: unknown = JSON.parse(readFileSync(new URL('judgements.json', folder), 'utf8'))
  if (!isJsonObject(all)) throw new Error('no judgements')
  return Object.entries(all).map(([language, judgements]) => [language, Array.isArray(judgements) ? judgements : []])
}

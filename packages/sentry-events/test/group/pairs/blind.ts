import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import { different, same, type Pair, type Payload } from './pair.js'

const folder = new URL('../../fixtures/blind/', import.meta.url)

/** What each program's scenes are, by name. Committed before any grouping rule ran on the events. */
interface Judgements {
  /** One scene in two builds with other values. */
  oneIssue: string[]
  /** Two scenes of one build. */
  twoIssues: string[]
  /** Two scenes of one build: one fault, reached through two callers. */
  oneIssueReachedTwice: string[]
}

/**
 * Pairs from programs with known bugs, written and judged before the rules saw them. Each line of `<program>.jsonl` is an
 * event that an unmodified SDK sent, without the parts that grouping ignores. Run `a` is the older SDK and runtime, `b` the newer
 * ones with a newer build, and `c` (Ruby, PHP) the newer SDK with the older build. PHP's frames come from PHP 8.2, in the form that
 * the SDK's documentation gives; `b` has the closure names of PHP 8.4.
 */
export const blindPairs: Pair[] = readJudgements().flatMap(([program, judgements]) => pairUp(program, judgements))

function pairUp(program: string, { oneIssue, twoIssues, oneIssueReachedTwice }: Judgements): Pair[] {
  const events = readEvents(program)
  const family = program === 'php' ? 'documented: php' : `recorded: ${program.replace(/-\d$/, '')}`
  const sides = (scenes: string, runs: [string, string]): [string, Payload, Payload] => {
    const [left = '', right = left] = scenes.split('/')
    return [`${program}: ${scenes}, ${runs.join(' and ')}`, find(events, left, runs[0]), find(events, right, runs[1])]
  }
  const isSentBy = (run: string) => (scenes: string) =>
    scenes.split('/').every((scene) => scene.includes('@') || events.has(`${scene}@${run}`))
  return [
    ...same(family, ...oneIssue.map((scene) => sides(scene, ['a', 'b']))),
    ...different(family, ...twoIssues.map((scenes) => sides(scenes, ['a', 'a']))),
    ...different(family, ...twoIssues.filter(isSentBy('b')).map((scenes) => sides(scenes, ['b', 'b']))),
    ...same(family, ...oneIssueReachedTwice.map((scenes) => sides(scenes, ['a', 'a']))),
  ]
}

function find(events: ReadonlyMap<string, Payload>, scene: string, run: string): Payload {
  const name = scene.includes('@') ? scene : `${scene}@${run}`
  const event = events.get(name)
  if (event === undefined) throw new Error(`not recorded: ${name}`)
  return event
}

function readEvents(program: string): ReadonlyMap<string, Payload> {
  const lines = readFileSync(new URL(`${program}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n')
  return new Map(lines.map(readEvent))
}

function readEvent(line: string): [string, Payload] {
  const event: unknown = JSON.parse(line)
  if (!isJsonObject(event) || !isJsonObject(event['payload'])) throw new Error(`no event: ${line}`)
  return [`${String(event['scene'])}@${String(event['run'])}`, event['payload']]
}

function readJudgements(): [string, Judgements][] {
  const all: unknown = JSON.parse(readFileSync(new URL('judgements.json', folder), 'utf8'))
  if (!isJsonObject(all)) throw new Error('no judgements')
  return Object.entries(all).map(([program, read]) => {
    if (!isJsonObject(read)) throw new Error(`no judgements: ${program}`)
    const { oneIssue, twoIssues, oneIssueReachedTwice } = read
    return [
      program,
      { oneIssue: texts(oneIssue), twoIssues: texts(twoIssues), oneIssueReachedTwice: texts(oneIssueReachedTwice) },
    ]
  })
}

function texts(read: unknown): string[] {
  return Array.isArray(read) ? read.map(String) : []
}

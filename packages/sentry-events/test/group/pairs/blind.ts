import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import type { Pair, Payload } from './pair.js'

const folder = new URL('../../fixtures/blind/', import.meta.url)

/** Which scenes of one language are one issue and which are two, by name; `judgements.json` was written before any rule saw an event. */
interface Judgements {
  /** The scene in its two builds, with other values. */
  oneIssue: string[]
  /** Two scenes of one build. */
  twoIssues: string[][]
  /** Two scenes of one build: one fault, reached through two callers. */
  oneIssueReachedTwice: string[][]
}

/** `scene` or `scene@run`; `a` is the older SDK, `b` the newer SDK and build, `c` (Ruby, PHP) the newer SDK in the older build. */
type ReadEvent = (name: string, run: string) => Payload | undefined

function readEvents(language: string): ReadEvent {
  const lines = readFileSync(new URL(`${language}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n')
  const events = new Map(lines.map(readLine))
  return (name, run) => events.get(name.includes('@') ? name : `${name}@${run}`)
}

function readLine(line: string): [string, Payload] {
  const event: unknown = JSON.parse(line)
  if (!isJsonObject(event) || !isJsonObject(event['payload'])) throw new Error(`no event: ${line}`)
  return [`${String(event['scene'])}@${String(event['run'])}`, event['payload']]
}

function pairUp(language: string, { oneIssue, twoIssues, oneIssueReachedTwice }: Judgements): Pair[] {
  const read = readEvents(language)
  const family = `recorded: ${language}`
  const pairOf = (names: readonly string[], isSame: boolean, runs: readonly [string, string]): Pair => {
    const [left, right] = [read(names[0] ?? '', runs[0]), read(names.at(-1) ?? '', runs[1])]
    if (left === undefined || right === undefined) throw new Error(`not recorded: ${language} ${names.join(' and ')}`)
    return { family, title: `${names.join(' and ')}, from two builds judged blind`, isSame, left, right }
  }
  return [
    ...oneIssue.map((scene) => pairOf([scene], true, ['a', 'b'])),
    ...twoIssues.map((scenes) => pairOf(scenes, false, ['a', 'a'])),
    ...oneIssueReachedTwice.map((scenes) => pairOf(scenes, true, ['a', 'a'])),
  ]
}

/** Pairs of programs in eight languages, judged before the grouping rules had seen them. */
export const blindPairs: Pair[] = Object.entries(readJudgements()).flatMap(([language, judgements]) =>
  pairUp(language, judgements),
)

function readJudgements(): Record<string, Judgements> {
  return JSON.parse(readFileSync(new URL('judgements.json', folder), 'utf8')) as Record<string, Judgements>
}

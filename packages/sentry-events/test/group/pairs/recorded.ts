import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../src/read-json.js'
import { different, same, type Pair, type Payload } from './pair.js'

/** An event of an unmodified SDK, without the parts that grouping ignores. */
interface Recording {
  /** What the program did: `<similarity>/<fault>`. */
  bug: string
  /** SDK, version and build. */
  recorded: string
  payload: Payload
}

/** Languages with recorded SDKs; each line of a file is one event in `fixtures/recorded`. */
const languages = ['go', 'java', 'kotlin', 'node', 'python', 'ruby', 'rust'] as const

function readRecordings(language: string): Recording[] {
  const file = new URL(`../../fixtures/recorded/${language}.jsonl`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(readRecording)
}

function readRecording(line: string): Recording {
  const recording: unknown = JSON.parse(line)
  if (!isJsonObject(recording) || !isJsonObject(recording['payload'])) throw new Error(`no recording: ${line}`)
  const { bug, recorded, payload } = recording
  return { bug: String(bug), recorded: String(recorded), payload }
}

/** The same bug with other ids, lines, SDKs, compilers and runtimes is one issue. */
function pairsOfOneBug(language: string, recordings: readonly Recording[]): Pair[] {
  const [first, ...others] = recordings
  if (first === undefined) return []
  return same(
    `recorded: ${language}`,
    ...others.map(({ recorded, payload }, index): [string, Payload, Payload] => [
      `${first.bug}: ${first.recorded} and ${recorded} (${index + 1})`,
      first.payload,
      payload,
    ]),
  )
}

/** Bugs that look alike are separate issues, in every recording. */
function pairsOfTwoBugs(language: string, bugs: readonly (readonly Recording[])[]): Pair[] {
  const pairs = bugs.flatMap((left, index) => bugs.slice(index + 1).flatMap((right) => pairTwo(left, right)))
  return different(`recorded: ${language}`, ...pairs)
}

function pairTwo(left: readonly Recording[], right: readonly Recording[]): [string, Payload, Payload][] {
  const ends = [
    [left[0], right[0]],
    [left.at(-1), right.at(-1)],
  ] as const
  return ends.flatMap(([a, b], index) => {
    if (a === undefined || b === undefined || nearOf(a) !== nearOf(b)) return []
    return [[`${a.bug} and ${b.bug} (${index + 1})`, a.payload, b.payload]]
  })
}

function nearOf({ bug }: Recording): string {
  return bug.slice(0, bug.indexOf('/'))
}

function pairsOf(language: string): Pair[] {
  const byBug = new Map<string, Recording[]>()
  for (const recording of readRecordings(language)) {
    byBug.set(recording.bug, [...(byBug.get(recording.bug) ?? []), recording])
  }
  const bugs = [...byBug.values()]
  return [...bugs.flatMap((bug) => pairsOfOneBug(language, bug)), ...pairsOfTwoBugs(language, bugs)]
}

/** Programs with known faults, using real SDKs. */
export const recordedPairs: Pair[] = languages.flatMap((language) => pairsOf(language))

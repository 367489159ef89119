import type { SessionReport } from '@signalbox/contracts'
import { isRecord, readNumber, readRecords, readText, readTexts } from '../../parts/session/read-json.js'

/** Something that may have been the cause. */
export interface Suspect {
  key: string
  title: string
  /** 0 to 1; undefined where the report does not say. */
  probability: number | undefined
  commitSha: string | undefined
  speaksFor: readonly string[]
  speaksAgainst: readonly string[]
  /** How to find out more. */
  nextCheck: string | undefined
}

/**
 * The suspects of a report, the likeliest first. Reports without a list of them name the cause and its rivals: then
 * only the first has a probability.
 * @param titles Of changes, by their ids.
 */
export function readSuspects(report: SessionReport, titles: ReadonlyMap<string, string>): Suspect[] {
  const listed = readRecords(Object.entries(report).find(([name]) => name === 'suspects')?.[1])
  if (listed.length > 0) return listed.map((each, index) => readSuspect(each, index))
  const { cause, rivals, confidence } = report
  const nameOf = (id: string | null | undefined) => (id === null || id === undefined ? undefined : titles.get(id))
  const first: Suspect[] = cause
    ? [
        {
          key: 'cause',
          title: nameOf(cause.change_id) ?? cause.commit_sha?.slice(0, 12) ?? cause.kind,
          probability: confidence,
          commitSha: cause.commit_sha ?? undefined,
          speaksFor: [cause.mechanism],
          speaksAgainst: [],
          nextCheck: undefined,
        },
      ]
    : []
  return [...first, ...rivals.map((rival) => rivalOf(rival, nameOf(rival.change_id)))]
}

function readSuspect(each: Readonly<Record<string, unknown>>, index: number): Suspect {
  const commitSha = readText(each['commit_sha'])
  return {
    key: `${index}`,
    title:
      readText(each['title']) ??
      commitSha?.slice(0, 12) ??
      readText(each['change_id']) ??
      'Something not in the record',
    probability: readNumber(each['probability']),
    commitSha,
    speaksFor: readTexts(each['for']),
    speaksAgainst: readTexts(each['against']),
    nextCheck: readText(each['next_check']),
  }
}

function rivalOf(
  { change_id: id, why_not: whyNot }: SessionReport['rivals'][number],
  title: string | undefined,
): Suspect {
  return {
    key: id,
    title: title ?? id,
    probability: undefined,
    commitSha: undefined,
    speaksFor: [],
    speaksAgainst: [whyNot],
    nextCheck: undefined,
  }
}

const depthMax = 6

/** Titles of changes as evidence holds them, by their ids. */
export function collectTitles(value: unknown, titles = new Map<string, string>(), depth = 0): Map<string, string> {
  if (depth > depthMax || typeof value !== 'object' || value === null) return titles
  if (isRecord(value)) {
    const id = readText(value['change_id']) ?? readText(value['rival_id'])
    const title = readText(value['title'])
    if (id !== undefined && title !== undefined) titles.set(id, title.split('\n', 1)[0] ?? title)
  }
  for (const inner of Object.values(value)) collectTitles(inner, titles, depth + 1)
  return titles
}

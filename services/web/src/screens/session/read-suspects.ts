import type { SessionReport } from '@signalbox/contracts'
import { isObject, readText } from '../../parts/json/read-value.js'

type ReportSuspect = NonNullable<SessionReport['suspects']>[number]

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
  const { cause, rivals, confidence, suspects = [] } = report
  if (suspects.length > 0) return suspects.map(toSuspect)
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

function toSuspect(
  { title, probability, commit_sha: sha, for: speaksFor, against, next_check }: ReportSuspect,
  index: number,
): Suspect {
  return {
    key: `${index}`,
    title,
    probability,
    commitSha: sha ?? undefined,
    speaksFor,
    speaksAgainst: against,
    nextCheck: next_check,
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
  if (isObject(value)) {
    const id = readText(value['change_id']) ?? readText(value['rival_id'])
    const title = readText(value['title'])
    if (id !== undefined && title !== undefined) titles.set(id, title.split('\n', 1)[0] ?? title)
  }
  for (const inner of Object.values(value)) collectTitles(inner, titles, depth + 1)
  return titles
}

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
  if (suspects.length > 0) return suspects.map((each, index) => toSuspect(withoutRepeats(each, index, report), index))
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
    nextCheck: next_check === '' ? undefined : next_check,
  }
}

/**
 * Leaves out what the page states already: of the named cause the reasons and the next check that are claims, of the leading change
 * and of unrecorded causes whatever the summary or a claim says. Other suspects may share such a sentence, but mean another change.
 */
function withoutRepeats(suspect: ReportSuspect, index: number, report: SessionReport): ReportSuspect {
  const { cause, suspects = [] } = report
  const isNamed = cause !== null && index === 0
  const isLeading = index === suspects.findIndex(({ change_id: id }) => id !== null)
  if (!isNamed && !isLeading && suspect.change_id !== null) return suspect
  const verified = report.claims.filter(({ status }) => status === 'verified')
  const topics = isNamed ? verified.map(({ topic }) => topic) : []
  const texts = [report.summary, ...verified.map(({ text }) => text)].map((text) => text.toLowerCase())
  const isNew = (text: string) => !texts.some((stated) => stated.includes(text.toLowerCase()))
  return {
    ...suspect,
    for: topics.includes('cause') ? [] : suspect.for.filter(isNew),
    against: suspect.against.filter(isNew),
    next_check: topics.includes('check') || !isNew(suspect.next_check) ? '' : suspect.next_check,
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

import { listIssueTags, readIssue, type CountedIssueDetail, type Static } from '@signalbox/contracts'
import type { Questions } from '../../facts/questions.js'
import { countThings } from '../../wording/count-things.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

/** Issue ids are in upper case, or in any case after the word "issue". */
const shortId = /\b([A-Z][A-Z0-9_.]*(?:-[A-Z0-9_.]+)*-[1-9]\d*)\b|\bissue\s+([\w.-]+-[1-9]\d*)\b/
/**
 * Other things have such names too (UTF-8, INC-4711), so an unknown issue is only reported if the question clearly asks
 * about one.
 */
const plainly = /\bissue\b|\bwho\b|\bhit\b|\baffect(s|ed)?\b|\busers?\b|\bhow (many|often)\b/i
const tagsMax = 4
/** Minimum share of events with a common value for it to be mentioned. */
const sharedMin = 0.5
/** Tags that say nothing about who is affected. */
const dull: ReadonlySet<string> = new Set(['level', 'sdk', 'user', 'transaction'])

/** `who is hit by SHOP-12?`: how many people, and what those events have in common. */
export const aboutIssue: QuestionKind = {
  isAsked: ({ question }) => shortId.test(question),
  answer: describeIssue,
}

async function describeIssue({ question }: QuestionContext, questions: Questions): Promise<DirectAnswer[]> {
  const found = shortId.exec(question)
  const name = found?.[1] ?? found?.[2] ?? ''
  const issue = await questions.ask(
    readIssue,
    { params: { issue_id: name } },
    { what: `the issue ${name}`, summary: ({ title }) => `The issue "${title}"` },
  )
  if (issue === undefined) return plainly.test(question) ? [{ text: `No issue is called ${name}.`, evidence: [] }] : []
  const tags = await questions.ask(
    listIssueTags,
    { params: { issue_id: issue.value.id }, query: {} },
    { what: `tags of ${name}`, summary: ({ events }) => `Tags of ${countThings(events, 'event')}` },
  )
  return [
    describeIssueDetail(issue.value, issue.evidenceId),
    ...(tags === undefined ? [] : describeTags(tags.value, tags.evidenceId)),
  ]
}

function describeIssueDetail(issue: CountedIssueDetail, evidenceId: string): DirectAnswer {
  const { short_id: id, title, users, events, last_seen_at: last, status } = issue
  const when = last === null ? '' : `, most recently at ${last.slice(0, 10)} ${last.slice(11, 16)} UTC`
  const who =
    events === 0
      ? 'has no events in the last 90 days'
      : `affected ${users === 0 ? 'no identified users' : countThings(users, 'user')} in the last 90 days, with ${countThings(events, 'event')}${when}`
  return {
    text: `${id} "${title}" ${who}; it is ${status}.`,
    evidence: [evidenceId],
    ...(last !== null && { at: Date.parse(last) }),
  }
}

function describeTags({ tags, events }: Static<typeof listIssueTags.response>, evidenceId: string): DirectAnswer[] {
  const shared = tags.flatMap(({ key, values }) => {
    const [most] = values
    return dull.has(key) || most === undefined || most.share < sharedMin ? [] : [{ key, ...most }]
  })
  return shared
    .sort((a, b) => b.share - a.share)
    .slice(0, tagsMax)
    .map(({ key, value, share }) => ({
      text:
        share === 1 && events > 1
          ? `All of these events have ${key} "${value}".`
          : `${formatLevel('ratio', share)} of these events have ${key} "${value}".`,
      evidence: [evidenceId],
    }))
}

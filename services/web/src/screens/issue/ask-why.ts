import type { CountedIssueDetail } from '@signalbox/contracts'
import { openAsk } from '../../frame/ask/ask-store.js'

/** Prepares a session prompt about the cause of an issue, with its context. */
export function askWhy(issue: CountedIssueDetail): void {
  const known = {
    issue: issue.short_id,
    first_seen: issue.first_seen_at,
    first_release: issue.first_release,
    environment: issue.first_environment,
    culprit: issue.culprit,
  }
  openAsk({
    prompt: `Why does ${issue.short_id} happen? ${issue.title}`,
    chips: Object.entries(known)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, text: value, value })),
  })
}

import { ask } from './api.js'
import { make, makePairs, makeTime, show } from './elements.js'

const moods = { unresolved: 'bad', resolved: 'good', archived: 'quiet' }

/** An issue with its counts and its newest event. */
export async function showIssue(id) {
  const path = `/api/v1/issues/${encodeURIComponent(id)}/`
  const issue = await ask('GET', path)
  show(
    issue.title,
    make('p', make(`span.badge.${moods[issue.status] ?? 'quiet'}`, issue.status), ` ${issue.level} · ${issue.culprit}`),
    makePairs([
      ['Name', issue.short_id],
      ['Events in 90 days', issue.events],
      ['Users in 90 days', issue.users],
      ['First seen', makeTime(issue.first_seen_at)],
      ['Last seen', makeTime(issue.last_seen_at ?? null)],
      ['First release', issue.first_release],
      ['Assigned to', issue.assignee?.name],
    ]),
    make('h2', 'Newest event'),
    await makeNewestEvent(path),
  )
}

/** Events are kept for a while only, so an issue may have none left. */
async function makeNewestEvent(path) {
  try {
    return makeEvent(await ask('GET', `${path}events/latest/`))
  } catch (error) {
    if (error.status === 404) return make('p.quiet', 'None is kept any more.')
    return make('p.notice', `It cannot be shown: ${error.message}`, { role: 'alert' })
  }
}

function makeEvent(event) {
  const { event_id: id, timestamp, message, release, environment, trace_id: trace, stack_trace: stack } = event
  return make(
    'section',
    make('p.text', message),
    makePairs([
      ['Event', id],
      ['Time', makeTime(timestamp)],
      ['Release', release],
      ['Environment', environment],
      ['Trace', trace],
    ]),
    stack === '' ? make('p.quiet', 'It has no stack trace.') : make('pre', stack),
  )
}

import { ask, leaveToSignIn } from './api.js'
import { make, makePairs, makeTime, show } from './elements.js'
import { follow } from './session-events.js'
import { makeReport } from './session-report.js'
import { makeStep } from './session-step.js'

/** A session, live: steps as they are done, and the report when it ends. */
export async function showSession(id, person) {
  const path = `/api/v1/agent/sessions/${encodeURIComponent(id)}/`
  const session = await ask('GET', path)
  const page = createPage(session, { path, mayCancel: person.scopes.includes('sessions:write') })
  if (session.status === 'active') watch(page, path)
}

/** What of the page changes while one looks. */
function createPage(session, { path, mayCancel }) {
  const parts = {
    status: make('p', { role: 'status' }),
    connection: make('p', { role: 'status' }),
    actions: make('p'),
    facts: make('div'),
    report: make('section', { 'aria-label': 'Report' }),
    steps: make('ol'),
  }
  const stepsByNumber = new Map()
  const page = {
    addStep: (step) => {
      const item = makeStep(step, path)
      stepsByNumber.get(step.number)?.remove()
      stepsByNumber.set(step.number, item)
      const next = [...stepsByNumber.keys()].filter((number) => number > step.number).sort((a, b) => a - b)[0]
      parts.steps.insertBefore(item, stepsByNumber.get(next) ?? null)
    },
    showConnection: (text) => {
      parts.connection.replaceChildren(...(text === '' ? [] : [make('span.notice', text)]))
    },
    showState: (current) => {
      parts.status.replaceChildren(...makeStatus(current))
      parts.facts.replaceChildren(makeFacts(current))
      parts.report.replaceChildren(...(current.report ? makeReport(current.report) : []))
      const isOver = current.status !== 'active'
      parts.actions.replaceChildren(...(isOver || !mayCancel ? [] : [makeCancel(page, path)]))
    },
  }
  const shown = [
    parts.status,
    parts.connection,
    make('p.text', session.prompt),
    parts.actions,
    parts.facts,
    parts.report,
  ]
  show('Agent session', ...shown, make('h2', 'Steps'), parts.steps)
  for (const step of session.steps) page.addStep(step)
  page.showState(session)
  return page
}

const moods = { completed: 'good', failed: 'bad', cancelled: 'quiet', active: 'quiet' }

function makeStatus({ status, failure }) {
  return [make(`span.badge.${moods[status]}`, status), failure === undefined ? '' : make('span.bad', ` ${failure}`)]
}

function makeFacts({ created_at: createdAt, ended_at: endedAt, origin, usage }) {
  return makePairs([
    ['Asked for by', origin.id === null ? origin.kind : `${origin.kind} ${origin.id}`],
    ['Began', makeTime(createdAt)],
    ['Ended', makeTime(endedAt)],
    ['Queries', usage.queries],
    ['Tokens', usage.input_tokens + usage.output_tokens || null],
  ])
}

function makeCancel(page, path) {
  const told = make('span.bad', { role: 'alert' })
  const cancel = async () => {
    if (!confirm('End this session without a verdict?')) return
    button.disabled = true
    try {
      page.showState(await ask('POST', `${path}cancel/`))
    } catch (error) {
      button.disabled = false
      told.textContent = ` ${error.message}`
    }
  }
  const button = make('button', 'Cancel the session', { type: 'button', onclick: cancel })
  return make('span', button, told)
}

function watch(page, path) {
  follow(`${path}events/`, {
    onStep: page.addStep,
    onEnd: async () => {
      page.showConnection('')
      page.showState(await ask('GET', path))
    },
    onLost: async () => {
      page.showConnection('The connection is lost. Trying again…')
      // A stream that is refused does not say why; a request does.
      await ask('GET', path).catch((error) => error.status === 401 && leaveToSignIn())
    },
    onResumed: () => page.showConnection('Connected again.'),
  })
}

import { leaveToSignIn, readPerson, ask } from './api.js'
import { make, show } from './elements.js'
import { showHome } from './home.js'
import { showInvitation } from './invitation.js'
import { showIssue } from './issue.js'
import { showSession } from './session.js'
import { showSignIn } from './sign-in.js'

/** For everybody. */
const open = { '/sign-in': showSignIn, '/accept-invitation': showInvitation }
/** For whoever is signed in; what stands behind the path is given to them. */
const closed = [
  [/^\/$/, showHome],
  [/^\/agents\/([^/]+)\/?$/, showSession],
  [/^\/issues\/([^/]+)\/?$/, showIssue],
]

async function start() {
  const path = location.pathname.replace(/(.)\/$/, '$1')
  if (path in open) return open[path]()
  const person = await readPerson()
  showPerson(person)
  for (const [pattern, showPage] of closed) {
    const match = pattern.exec(location.pathname)
    if (match) return showPage(decodeURIComponent(match[1] ?? ''), person)
  }
  show('There is no such page')
}

function showPerson({ email, organization }) {
  const signOut = async () => {
    await ask('POST', '/api/v1/auth/sign-out/')
    location.assign('/sign-in')
  }
  const header = document.getElementById('header')
  header.append(
    make('span.who', `${email} · ${organization.name}`),
    make('button', 'Sign out', { type: 'button', onclick: signOut }),
  )
}

const titles = {
  0: 'No connection',
  400: 'Not found',
  403: 'Not allowed',
  404: 'Not found',
}

/** Every page may let a refusal through to here. */
function showRefusal(error) {
  if (error.status === 401) return leaveToSignIn()
  const retry = make('button', 'Try again', { type: 'button', onclick: () => location.reload() })
  const hints = {
    403: 'Your role does not allow to see this.',
    404: 'It does not exist, or belongs to another organization.',
  }
  const hint = hints[error.status === 400 ? 404 : error.status] ?? error.message
  show(titles[error.status] ?? 'Something went wrong', make('p.notice', hint, { role: 'alert' }), make('p', retry))
}

start().catch(showRefusal)

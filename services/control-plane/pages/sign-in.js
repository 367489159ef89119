import { ask, readPerson, safePath } from './api.js'
import { make, show } from './elements.js'
import { makeField, makeForm } from './forms.js'

const problems = {
  'sign-in-expired': 'Signing in took too long. Please begin again.',
  'provider-unavailable': 'The identity provider cannot be reached at the moment.',
  'provider-refused': 'The identity provider did not let you in.',
  'not-a-member': 'You are not a member here. Ask somebody who is for an invitation.',
}

/** Signs in with a password or at the identity provider, and goes on to where one wanted to go. */
export async function showSignIn() {
  const search = new URLSearchParams(location.search)
  const returnTo = safePath(search.get('return_to'))
  if (await isSignedIn()) return location.replace(returnTo)
  const methods = await ask('GET', '/api/v1/auth/methods/')
  const problem = problems[search.get('problem')]
  show(
    'Sign in',
    problem === undefined ? null : make('p.notice.bad', problem, { role: 'alert' }),
    methods.password ? makePasswordForm(returnTo) : null,
    methods.oidc ? makeProviderForm(returnTo) : null,
  )
  document.querySelector('main input, main button')?.focus()
}

async function isSignedIn() {
  try {
    await readPerson()
    return true
  } catch {
    return false
  }
}

function makePasswordForm(returnTo) {
  const email = makeField('E-mail address', { type: 'email', name: 'email', autocomplete: 'username', required: true })
  const password = makeField('Password', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  return makeForm({
    label: 'Sign in',
    fields: [email, password],
    send: async (body) => {
      await ask('POST', '/api/v1/auth/sign-in/', body)
      location.assign(returnTo)
    },
  })
}

function makeProviderForm(returnTo) {
  return makeForm({
    label: 'Sign in at the identity provider',
    fields: [],
    send: async () => {
      const { url } = await ask('POST', '/api/v1/auth/oidc/start/', { return_to: returnTo })
      location.assign(url)
    },
  })
}

import { ask } from './api.js'
import { make, show } from './elements.js'
import { makeField, makeForm } from './forms.js'

/** Accepts the invitation whose token stands behind `#`, where no server sees it. */
export async function showInvitation() {
  const token = location.hash.slice(1)
  const { oidc } = await ask('GET', '/api/v1/auth/methods/')
  const fields = [
    makeField('E-mail address', { type: 'email', name: 'email', autocomplete: 'username', required: true }),
    makeField('Name (if you are new here)', { name: 'name', autocomplete: 'name' }),
    makeField('Password (yours, if you have one here)', {
      type: 'password',
      name: 'password',
      autocomplete: 'new-password',
      minlength: '12',
      required: true,
    }),
  ]
  const accept = makeForm({
    label: 'Accept the invitation',
    fields,
    send: async (body) => {
      await ask('POST', '/api/v1/auth/invitations/accept/', { ...body, token })
      location.assign('/')
    },
  })
  show(
    'Invitation',
    token === '' ? make('p.notice.bad', 'The link is not complete.', { role: 'alert' }) : accept,
    oidc ? makeProvider(token) : null,
  )
}

function makeProvider(token) {
  return makeForm({
    label: 'Accept it at the identity provider',
    fields: [],
    send: async () => {
      const { url } = await ask('POST', '/api/v1/auth/oidc/start/', { invitation_token: token })
      location.assign(url)
    },
  })
}

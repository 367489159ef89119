import { Type, type Static } from 'typebox'
import { Closed, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { Base64Url, BrowserSession, OrganizationId, PasskeyAssertion, signInRoute } from './sign-in-fields.js'

/** A credential that replaces the password: a phone, a computer, a security key. */
export const Passkey = Closed({
  id: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type Passkey = Static<typeof Passkey>

/** `toJSON()` of the result of `navigator.credentials.create()`. */
export const PasskeyAttestation = Open({
  id: Base64Url,
  response: Open({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
  }),
})

export type PasskeyAttestation = Static<typeof PasskeyAttestation>

const Options = Type.Unsafe<object>({
  type: 'object',
  description: 'WebAuthn options as JSON, for `PublicKeyCredential.parse…OptionsFromJSON()`. Valid once, for 5 minutes',
})
const PasskeyParameters = Closed({ passkey_id: Type.String({ format: 'uuid' }) })
const PasskeyName = NameText('Name of the passkey')
const unavailable = 'Returns 404 if the public address is not a domain name that browsers accept for passkeys.'

export const startPasskey = defineRoute({
  ...signInRoute,
  id: 'startPasskey',
  method: 'post',
  path: '/api/v1/auth/passkeys/options/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Start adding a passkey (WebAuthn)',
  description: unavailable,
  status: 201,
  response: Options,
})

export const addPasskey = defineRoute({
  ...signInRoute,
  id: 'addPasskey',
  method: 'post',
  path: '/api/v1/auth/passkeys/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Add a passkey',
  description:
    "A 400 response names the credential if it does not answer this user's options, or the options have " + 'expired.',
  body: Closed({ name: PasskeyName, credential: PasskeyAttestation }),
  conflict: 'The user has reached the limit of passkeys, or the passkey is already registered',
  status: 201,
  response: Passkey,
})

export const renamePasskey = defineRoute({
  ...signInRoute,
  id: 'renamePasskey',
  method: 'patch',
  path: '/api/v1/auth/passkeys/{passkey_id}/',
  scope: 'signed-in',
  summary: 'Rename a passkey',
  params: PasskeyParameters,
  body: Closed({ name: PasskeyName }),
  status: 200,
  response: Passkey,
})

export const removePasskey = defineRoute({
  ...signInRoute,
  id: 'removePasskey',
  method: 'delete',
  path: '/api/v1/auth/passkeys/{passkey_id}/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Remove a passkey',
  params: PasskeyParameters,
  status: 204,
  response: Type.Null(),
})

export const askForPasskey = defineRoute({
  ...signInRoute,
  id: 'askForPasskey',
  method: 'post',
  path: '/api/v1/auth/passkey/options/',
  scope: 'public',
  summary: 'Start signing in, or confirming your identity, with a passkey',
  description: unavailable,
  status: 201,
  response: Options,
})

export const signInWithPasskey = defineRoute({
  ...signInRoute,
  id: 'signInWithPasskey',
  method: 'post',
  path: '/api/v1/auth/passkey/sign-in/',
  scope: 'public',
  summary: 'Sign in with a passkey',
  description:
    'Works like signing in with a password. The passkey itself requires a fingerprint or PIN, so no other ' +
    'factor is needed.',
  body: Closed({ credential: PasskeyAssertion, organization_id: Type.Optional(OrganizationId) }),
  status: 200,
  response: BrowserSession,
})

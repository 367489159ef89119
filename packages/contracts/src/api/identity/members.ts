import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { roles } from './roles.js'
import { defineRoute } from '../http/route.js'

export const EmailAddress = Type.String({
  maxLength: limits.signIn.emailLengthMax,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  description: 'E-mail address; upper and lower case count as the same',
})

const RoleName = OneOf(roles, { description: roles.join(', ') })

/** A person in an organization. Somebody who belongs to several organizations is another member in each of them. */
export const Member = Closed({
  id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'Empty when none was given' }),
  role: RoleName,
  created_at: Timestamp,
})
export type Member = Static<typeof Member>

/** An invitation that was neither accepted nor revoked and has not expired. */
export const Invitation = Closed({
  id: Type.String(),
  email: NullableOf(Type.String({ description: 'The only address that can accept it; null for any' })),
  role: RoleName,
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = Static<typeof Invitation>

const common = { tag: 'Organization', rateLimit: 'query' } as const
const onlyWhatYouHave = 'Nobody can give or take a role whose scopes they lack themselves.'
const MemberParameters = Closed({ member_id: Type.String({ format: 'uuid' }) })

export const listMembers = defineRoute({
  ...common,
  id: 'listMembers',
  method: 'get',
  path: '/api/v1/organization/members/',
  scope: 'members:read',
  summary: 'Members of the organization, oldest first',
  status: 200,
  response: Closed({ members: Type.Array(Member) }),
})

export const changeMember = defineRoute({
  ...common,
  id: 'changeMember',
  method: 'patch',
  path: '/api/v1/organization/members/{member_id}/',
  scope: 'members:write',
  needsConfirmation: true,
  summary: 'Change the role of a member',
  description: `It takes effect with the next request. ${onlyWhatYouHave} 409 when it would leave no owner.`,
  params: MemberParameters,
  body: Closed({ role: RoleName }),
  conflict: 'The organization must have an owner, and this is the last one',
  status: 200,
  response: Member,
})

export const removeMember = defineRoute({
  ...common,
  id: 'removeMember',
  method: 'delete',
  path: '/api/v1/organization/members/{member_id}/',
  scope: 'members:write',
  needsConfirmation: true,
  summary: 'Remove a member',
  description:
    'Their sessions in the organization end. Who belongs to no organization any more is forgotten, password included.' +
    ` API keys stay. ${onlyWhatYouHave} 409 when it would leave no owner.`,
  params: MemberParameters,
  conflict: 'The organization must have an owner, and this is the last one',
  status: 204,
  response: Type.Null(),
})

export const listInvitations = defineRoute({
  ...common,
  id: 'listInvitations',
  method: 'get',
  path: '/api/v1/organization/invitations/',
  scope: 'members:read',
  summary: 'Invitations that can be accepted, oldest first; never their links',
  status: 200,
  response: Closed({ invitations: Type.Array(Invitation) }),
})

export const createInvitation = defineRoute({
  ...common,
  id: 'createInvitation',
  method: 'post',
  path: '/api/v1/organization/invitations/',
  scope: 'members:write',
  needsConfirmation: true,
  summary: 'Invite somebody',
  description:
    `The link is in this answer only, works once and for ${limits.organization.invitationDays} days; no mail is sent.` +
    ` ${onlyWhatYouHave} 409 when the address is a member already, or too many invitations wait.`,
  body: Closed({ email: Type.Optional(NullableOf(EmailAddress)), role: RoleName }),
  conflict: 'The address is a member already, or as many invitations wait as may',
  status: 201,
  response: Closed({
    ...Invitation.properties,
    link: Type.String({ description: 'Page that accepts it; the token follows the `#`. Shown once' }),
  }),
})

export const revokeInvitation = defineRoute({
  ...common,
  id: 'revokeInvitation',
  method: 'delete',
  path: '/api/v1/organization/invitations/{invitation_id}/',
  scope: 'members:write',
  summary: 'Revoke an invitation; 404 when it cannot be accepted any more',
  params: Closed({ invitation_id: Type.String({ format: 'uuid' }) }),
  status: 204,
  response: Type.Null(),
})

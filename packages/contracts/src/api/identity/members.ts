import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { unstorable } from '../../validate.js'
import { roles } from './roles.js'
import { defineRoute } from '../http/route.js'

export const EmailAddress = Type.String({
  maxLength: limits.signIn.emailLengthMax,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  not: unstorable,
  description: 'E-mail address, case-insensitive',
})

const RoleName = OneOf(roles, { description: roles.join(', ') })

/** A person in an organization. Somebody who belongs to several organizations is a separate member of each. */
export const Member = Closed({
  id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'Empty if not provided' }),
  role: RoleName,
  created_at: Timestamp,
})
export type Member = Static<typeof Member>

/** An invitation that has not been accepted, revoked or expired. */
export const Invitation = Closed({
  id: Type.String(),
  email: NullableOf(
    Type.String({ description: 'The only e-mail address that can accept the invitation; null for any' }),
  ),
  role: RoleName,
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = Static<typeof Invitation>

const common = { tag: 'Organization', rateLimit: 'query' } as const
const onlyWhatYouHave = 'Callers cannot grant or revoke a role whose scopes they lack themselves.'
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
  summary: "Change a member's role",
  description: `Takes effect with the next request. ${onlyWhatYouHave} Returns 409 if no owner would be left.`,
  params: MemberParameters,
  body: Closed({ role: RoleName }),
  conflict: 'The organization must keep at least one owner',
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
    "The member's sessions in the organization end. Users without any remaining organization are deleted, " +
    `including their password. API keys stay. ${onlyWhatYouHave} Returns 409 if no owner would be left.`,
  params: MemberParameters,
  conflict: 'The organization must keep at least one owner',
  status: 204,
  response: Type.Null(),
})

export const listInvitations = defineRoute({
  ...common,
  id: 'listInvitations',
  method: 'get',
  path: '/api/v1/organization/invitations/',
  scope: 'members:read',
  summary: 'Pending invitations, oldest first, without their links',
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
  summary: 'Invite a member',
  description:
    'The link is shown only in this response. It works once and is valid for ' +
    `${limits.organization.invitationDays} days; no e-mail is sent. ${onlyWhatYouHave} Returns 409 if the ` +
    'address is already a member or too many invitations are pending.',
  body: Closed({ email: Type.Optional(NullableOf(EmailAddress)), role: RoleName }),
  conflict: 'The address is already a member, or the limit of pending invitations is reached',
  status: 201,
  response: Closed({
    ...Invitation.properties,
    link: Type.String({ description: 'Page that accepts the invitation; the token follows the `#`. Shown only once' }),
  }),
})

export const revokeInvitation = defineRoute({
  ...common,
  id: 'revokeInvitation',
  method: 'delete',
  path: '/api/v1/organization/invitations/{invitation_id}/',
  scope: 'members:write',
  summary: 'Revoke an invitation; 404 if it can no longer be accepted',
  params: Closed({ invitation_id: Type.String({ format: 'uuid' }) }),
  status: 204,
  response: Type.Null(),
})

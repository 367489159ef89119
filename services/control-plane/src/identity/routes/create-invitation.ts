import { createInvitation } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { foldEmail } from '../tokens.js'
import { invitationLink, invite } from '../members/invitations.js'
import { toInvitation } from '../members/member-shape.js'
import { refuseForeignRole } from '../members/refuse-foreign-role.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateInvitation({ store, publicUrl, clock }: RouteDependencies): Route {
  return createRoute(createInvitation, ({ caller, body }) => {
    refuseForeignRole(caller, body.role)
    const email = typeof body.email === 'string' ? foldEmail(body.email) : null
    const { organizationId } = caller
    const { row, token } = invite(store, { organizationId, email, role: body.role, now: clock() })
    return { ...toInvitation(row), link: invitationLink(publicUrl, token) }
  })
}

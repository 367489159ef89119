import { revokeInvitation, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { refuseForeignRole } from '../members/refuse-foreign-role.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRevokeInvitation({ store, clock }: RouteDependencies): Route {
  return createRoute(revokeInvitation, ({ caller, params }) => {
    const invitation = store.invitations.find(caller.organizationId, params.invitation_id.toLowerCase(), clock())
    if (!invitation) throw new ServiceError('not-found', { detail: 'There is no such invitation' })
    refuseForeignRole(caller, invitation.role)
    store.invitations.delete(invitation.id)
    return null
  })
}

import { listInvitations } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toInvitation } from '../members/member-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListInvitations({ store, clock }: RouteDependencies): Route {
  return createRoute(listInvitations, ({ caller }) => ({
    invitations: store.invitations.list(caller.organizationId, clock()).map(toInvitation),
  }))
}

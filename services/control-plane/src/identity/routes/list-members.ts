import { listMembers } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toMember } from '../members/member-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListMembers({ store }: RouteDependencies): Route {
  return createRoute(listMembers, ({ caller }) => ({
    members: store.members.list(caller.organizationId).map(toMember),
  }))
}

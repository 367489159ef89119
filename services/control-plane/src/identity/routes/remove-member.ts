import { removeMember as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { removeMember } from '../members/change-members.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRemoveMember({ store }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    removeMember(store, { caller, memberId: params.member_id })
    return null
  })
}

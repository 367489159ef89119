import { changeMember } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeRole } from '../members/change-members.js'
import { toMember } from '../members/member-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeMember({ store }: RouteDependencies): Route {
  return createRoute(changeMember, ({ caller, params, body }) =>
    toMember(changeRole(store, { caller, memberId: params.member_id }, body.role)),
  )
}

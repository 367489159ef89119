import { chooseOrganization, ServiceError } from '@signalbox/contracts'
import { createPreparedRoute, type PreparedRoute } from '../../audit/prepared-route.js'
import { requireSession, signInMember } from '../sign-in-member.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChooseOrganization({ store, clock }: RouteDependencies): PreparedRoute {
  return createPreparedRoute(chooseOrganization, ({ body, http }) =>
    Promise.resolve(() => {
      const { user_id: userId, email, signed_in_at: signedInAt } = requireSession(store, http)
      const memberships = store.members.listOfUser(userId)
      const member = memberships.find((each) => each.organization_id === body.organization_id)
      if (!member) throw new ServiceError('not-found', { detail: 'This person belongs to no such organization' })
      return signInMember(store, { member, email, http, now: clock(), signedInAt })
    }),
  )
}

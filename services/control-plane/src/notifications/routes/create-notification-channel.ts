import { createNotificationChannel } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toChannel } from '../channels/channel-shape.js'
import { createChannel } from '../channels/create-channel.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateNotificationChannel({ store, clock, notices: { rules } }: RouteDependencies): Route {
  return createRoute(createNotificationChannel, ({ caller, params, body: request }) => {
    const project = requireProject(store.projects, caller.organizationId, params.project_id)
    const { channel, madeSecret } = createChannel(store, { project, request, rules, now: clock() })
    return { ...toChannel(channel), ...(madeSecret !== undefined && { secret: madeSecret }) }
  })
}

import { listNotificationChannels } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toChannel } from '../channels/channel-shape.js'
import { requireProject } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListNotificationChannels({ store }: RouteDependencies): Route {
  return createRoute(listNotificationChannels, ({ caller, params }) => {
    const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
    return { channels: store.notificationChannels.list(id).map(toChannel) }
  })
}

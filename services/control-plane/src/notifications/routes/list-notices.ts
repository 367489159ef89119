import { listNotices } from '@signalbox/contracts'
import { createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { requireChannel } from '../channels/find-channel.js'
import { toNotice } from '../notices/notice-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListNotices({ store, publicUrl }: RouteDependencies): Route {
  return createRoute(listNotices, ({ caller, params, query }) => {
    const { state, page, page_size: pageSize } = query
    const channel = requireChannel(store, caller.organizationId, params)
    const path = listNotices.path.replace('{project_id}', channel.project_id).replace('{channel_id}', channel.id)
    const filter = { channelId: channel.id, state }
    const rows = store.notices.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
    const count = store.notices.count(filter)
    const links = createPageLinks({ publicUrl, path, query: { state }, page, pageSize, count })
    return { notices: rows.map(toNotice), ...links }
  })
}

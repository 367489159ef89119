import type { ConnectionOptions } from '../connection.js'

/** How far back lists of deployments and changes look. */
export const sinceWords = ['1h', '6h', '24h', '7d', '30d'] as const

/** Options of commands that list deployments or changes. */
export interface ListOptions extends ConnectionOptions {
  since: (typeof sinceWords)[number]
  service?: string
  repository?: string
  json: boolean
}

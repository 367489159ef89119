import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Ways in which something runs out or breaks down. */
export const saturationKinds = ['memory', 'cpu', 'restarts', 'crash-loop', 'oom-killed'] as const

/** How close a container or node came to what it may use, or how often it broke down. */
export const Saturation = Closed({
  subject: OneOf(['pod', 'node'] as const),
  cluster: Type.String(),
  namespace: Type.String({ description: 'Empty for nodes' }),
  name: Type.String({ description: 'Of the pod or node' }),
  container: Type.String({ description: 'Empty for nodes and for samples of whole pods' }),
  kind: OneOf(saturationKinds),
  value: Type.Number({
    description: 'memory and cpu: the greatest ratio of use to limit or capacity; else how often in the range',
  }),
  timestamp: { ...Timestamp, description: 'When the ratio was greatest; else when it first happened in the range' },
})
export type Saturation = Static<typeof Saturation>

export const querySaturation = defineRoute({
  ...queryRoute,
  id: 'querySaturation',
  path: '/api/v1/telemetry/query/saturation/',
  summary: 'What came close to its limit, restarted, was killed or is in a crash loop',
  description:
    `Ratios below ${limits.query.saturationRatioMin} are left out. Containers are measured against their limits, nodes against their ` +
    'capacity as the cluster views know it; what has neither is not judged.',
  query: Closed({
    since: comparedRangeParameters.since,
    start: comparedRangeParameters.start,
    end: comparedRangeParameters.end,
    cluster: TextParameter('Only this cluster'),
  }),
  response: Closed({
    saturation: Type.Array(Saturation, {
      description: `At most ${limits.query.saturationMax}: breakdowns before ratios, the greatest first, ties by name`,
    }),
    total: Type.Integer({ description: 'Entries of the range' }),
  }),
})

import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { TextParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Ways in which resources run out or containers fail. */
export const saturationKinds = ['memory', 'cpu', 'restarts', 'crash-loop', 'oom-killed'] as const

/** How close a container or node came to its limits, or how often it failed. */
export const Saturation = Closed({
  subject: OneOf(['pod', 'node'] as const),
  cluster: Type.String(),
  namespace: Type.String({ description: 'Empty for nodes' }),
  name: Type.String({ description: 'Cluster of the pod or node' }),
  container: Type.String({ description: 'Empty for nodes and for samples of entire pods' }),
  kind: OneOf(saturationKinds),
  value: Type.Number({
    description:
      'memory and cpu: the highest ratio of usage to limit or capacity; otherwise the number of occurrences in ' +
      'the range',
  }),
  timestamp: { ...Timestamp, description: 'When the ratio peaked; otherwise the first occurrence in the range' },
})
export type Saturation = Static<typeof Saturation>

export const querySaturation = defineRoute({
  ...queryRoute,
  id: 'querySaturation',
  path: '/api/v1/telemetry/query/saturation/',
  summary: 'Resources near their limit, restarted, killed or crash looping',
  description:
    `Ratios below ${limits.query.saturationRatioMin} are omitted. Containers are measured against their ` +
    'limits, nodes against their capacity as known to the cluster views; resources with neither are not ' +
    'evaluated.',
  query: Closed({
    since: comparedRangeParameters.since,
    start: comparedRangeParameters.start,
    end: comparedRangeParameters.end,
    cluster: TextParameter('Only this cluster'),
  }),
  response: Closed({
    saturation: Type.Array(Saturation, {
      description: `At most ${limits.query.saturationMax}: failures before ratios, largest first, ties by name`,
    }),
    total: Type.Integer({ description: 'Number of entries in the range' }),
  }),
})

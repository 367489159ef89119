import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { NullableOf, Timestamp } from '../../schema.js'
import { examplesWithin, type Since } from '../../since.js'

/** Query parameters that several routes share. */

export const ProjectIdParameter = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }),
)

export const TextParameter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.query.textLengthMax, description }))

export const LimitParameter = (byDefault: number, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, default: byDefault, description: `Maximum number of results, 1 to ${maximum}` })

export const OffsetParameter = Type.Integer({
  minimum: 0,
  maximum: limits.query.offsetMax,
  default: 0,
  description: 'Number of results to skip',
})

/** Parameters of lists with numbered pages. */
export const pageParameters = {
  page: Type.Integer({
    minimum: 1,
    maximum: limits.page.numberMax,
    default: 1,
    description: 'Page number, starting at 1',
  }),
  page_size: Type.Integer({
    minimum: 1,
    maximum: limits.page.sizeMax,
    default: limits.page.sizeDefault,
    description: `Results per page, 1 to ${limits.page.sizeMax}`,
  }),
}

/** Fields around the results of a numbered page. */
export const pageFields = {
  count: Type.Integer({ description: 'Total number of results' }),
  next: NullableOf(Type.String({ description: 'URL of the next page; null on the last page' })),
  previous: NullableOf(Type.String({ description: 'URL of the previous page; null on the first page' })),
}

/** How far back to look: one of the listed durations, shortest first, or any duration in between. */
export const SinceParameter = (words: readonly Since[], byDefault: Since) =>
  Type.Unsafe<Since>({
    type: 'string',
    default: byDefault,
    description: `How far back to look: ${words.join(', ')}, or any duration in between, such as ${examplesWithin(words).join(' or ')}`,
    examples: [...words],
    'x-since': { words },
  })

/** `since` with its listed durations and default; `start` and `end` take precedence. */
export function timeRangeParameters(words: readonly Since[], byDefault: Since) {
  return {
    since: SinceParameter(words, byDefault),
    start: Type.Optional({ ...Timestamp, description: 'Start of the range, inclusive; overrides `since`' }),
    end: Type.Optional({ ...Timestamp, description: 'End of the range, exclusive; default now' }),
  }
}

/** Parameters of all cluster views. */
export const clusterViewParameters = {
  hours_back: Type.Integer({
    minimum: 1,
    maximum: limits.query.clusterHoursBackMax,
    default: 1,
    description: `Hours to look back, 1 to ${limits.query.clusterHoursBackMax}`,
  }),
  end: Type.Optional({ ...Timestamp, description: 'End of the window; default now' }),
  cluster: TextParameter('Only this cluster'),
}

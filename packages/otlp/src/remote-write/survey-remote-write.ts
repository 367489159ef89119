import type { Group, Metric, MetricPoint } from '../model.js'

/** The contents of a remote write request, and how much of it will be stored. */
export interface RemoteWriteSurvey {
  /** Samples and native histograms. */
  items: number
  /** Items that will not be stored: malformed, infinite, without a name, or with a time out of bounds. */
  rejected: number
  /** Samples among the others, including ends of series. */
  samples: number
  histograms: number
  /** Samples and histograms whose exemplar will be stored. */
  exemplars: number
}

/** Unix microseconds, inclusive. */
export interface AcceptedTimes {
  oldestUs: number
  newestUs: number
}

/**
 * Counts the contents of a request.
 * @param groups As returned by `decodeRemoteWrite` or `decodeRemoteWrite2`.
 */
export function surveyRemoteWrite(groups: readonly Group<Metric>[], times: AcceptedTimes): RemoteWriteSurvey {
  const survey: RemoteWriteSurvey = { items: 0, rejected: 0, samples: 0, histograms: 0, exemplars: 0 }
  for (const { items } of groups) {
    for (const metric of items) {
      for (const point of metric?.points ?? [])
        addPoint(survey, metric?.name !== '' && isKept(point, times) ? point : undefined)
    }
  }
  return survey
}

function addPoint(survey: RemoteWriteSurvey, kept: MetricPoint | undefined): void {
  survey.items += 1
  if (kept === undefined) survey.rejected += 1
  else if (kept.type === 'number') survey.samples += 1
  else survey.histograms += 1
  if (kept?.exemplars.some(({ traceId }) => traceId.length === 32) === true) survey.exemplars += 1
}

function isKept(point: MetricPoint | undefined, { oldestUs, newestUs }: AcceptedTimes): boolean {
  if (point === undefined) return false
  if (point.type === 'number' && Math.abs(point.value ?? 0) === Number.POSITIVE_INFINITY) return false
  return point.timeUs === 0 || (point.timeUs >= oldestUs && point.timeUs <= newestUs)
}

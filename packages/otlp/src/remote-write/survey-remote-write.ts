import type { MetricPoint } from '../model.js'
import type { SeriesPoints } from './series.js'

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

/** A series as far as its points can be counted. */
export interface SurveyedSeries {
  /** Points without a metric's name are not stored. */
  isNamed: boolean
  points: SeriesPoints
}

/** Counts the contents of a request. */
export function surveyRemoteWrite(all: Iterable<SurveyedSeries>, times: AcceptedTimes): RemoteWriteSurvey {
  const survey: RemoteWriteSurvey = { items: 0, rejected: 0, samples: 0, histograms: 0, exemplars: 0 }
  for (const { isNamed, points } of all) {
    for (const point of points) addPoint(survey, isNamed && isKept(point, times) ? point : undefined)
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

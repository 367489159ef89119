import { hourMs, minuteMs } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from './filter.js'
import { sliceOfPage, type SampleBucket } from './sample-slice.js'
import { withinWindow } from './telemetry-scope.js'
import type { TimeWindow } from './time-window.js'

/** A page of a table's rows, newest first. */
export interface NewestPageRequest {
  /** Name of the query. */
  name: string
  /** Its time column is `timestamp`. */
  table: 'logs' | 'app_metrics'
  /** Selects rows, without the time condition. */
  filter: Filter
  window: TimeWindow
  page: { limit: number; offset: number }
}

/** Number of matching rows, and where the page is among them. */
export interface NewestPage {
  total: number
  /** Rows of the time range that contains the page, with `limit` and `offset` bound; undefined beyond the last row. */
  rows: Filter | undefined
}

/** Longer windows are counted by hour to keep the histogram small. */
const countedByMinuteMsMax = 50 * hourMs

/**
 * Counts the rows by time. The counts yield the total and the time range of the page, so that only that range needs to
 * be sorted.
 */
export async function findNewestPage(store: TelemetryReader, request: NewestPageRequest): Promise<NewestPage> {
  const { window, filter, page } = request
  const bucketMs = window.untilMs - window.startMs <= countedByMinuteMsMax ? minuteMs : hourMs
  const buckets = await countByTime(store, request, bucketMs)
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const slice = sliceOfPage(buckets, bucketMs, page)
  if (slice === undefined) return { total, rows: undefined }
  const part = {
    startMs: Math.max(slice.startMs, window.startMs),
    untilMs: Math.min(slice.untilMs, window.untilMs),
  }
  const rows = allOf(filter, withinWindow('timestamp', part))
  return {
    total,
    rows: { sql: rows.sql, parameters: { ...rows.parameters, limit: page.limit, offset: slice.offset } },
  }
}

async function countByTime(
  store: TelemetryReader,
  { name, table, filter, window }: NewestPageRequest,
  bucketMs: number,
): Promise<SampleBucket[]> {
  const counted = allOf(filter, withinWindow('timestamp', window))
  return store.read<SampleBucket>({
    name,
    sql: `
      SELECT intDiv(toUnixTimestamp64Milli(timestamp), {bucketMs:Int64}) * {bucketMs:Int64} AS startMs, count() AS count
      FROM ${table}
      WHERE ${counted.sql}
      GROUP BY startMs
      ORDER BY startMs DESC`,
    parameters: { ...counted.parameters, bucketMs },
  })
}

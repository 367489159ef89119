import { queryMetricSeries, readingTools } from '@signalbox/contracts'
import { keepMatching } from './keep-matching.js'
import { createTool } from './tool.js'

/** Metrics over time. */
export const metricSeries = createTool('metric_series', readingTools.metric_series, async (input, ask) => {
  const { service, metric = '', ...query } = input
  const { evidenceId, value } = await ask(
    queryMetricSeries,
    { query },
    ({ series, total }) => `${series.length} of ${total} series of metrics`,
  )
  const series = keepMatching(
    value.series,
    (each) => (service === undefined || each.service === service) && each.metric.includes(metric),
  )
  return [{ evidenceId, about: 'metric series', shown: { ...value, series } }]
})

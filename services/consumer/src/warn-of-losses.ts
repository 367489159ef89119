import type { Warnings } from '@signalbox/service-kit'
import type { ConsumerMetrics } from './consumer-metrics.js'

/** Also raises warnings of what could not be stored, or not as the project's rules say. */
export function warnOfLosses(metrics: ConsumerMetrics, warnings: Pick<Warnings, 'note'>): ConsumerMetrics {
  return {
    ...metrics,
    batchStored: (batch) => {
      metrics.batchStored(batch)
      const { deadLetters, skippedRules } = batch.processed
      if (deadLetters.length > 0) {
        const detail =
          `Items of ${batch.topic} could not be stored and became dead letters: run "signalbox dead-letters list" ` +
          'for the reasons'
        warnings.note({ kind: 'dead_letters', subject: batch.topic, detail, count: deadLetters.length })
      }
      for (const { events: count, projectName, ...owner } of skippedRules) {
        const detail =
          `Events of the project "${projectName}" were grouped without its grouping rules, because evaluating them ` +
          'takes too long: use fewer wildcards, or fewer rules'
        warnings.note({ kind: 'rules_skipped', ...owner, detail, count })
      }
    },
  }
}

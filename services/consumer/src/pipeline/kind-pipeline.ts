import type { BatchMeta, EnvelopeMeta, RetentionDays } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from '@signalbox/envelope'
import type { JsonReading, RuleBudget } from '@signalbox/sentry-events'
import type { ProjectRules } from '../project/project-rules.js'
import type { ScriptLoader } from '../symbols/script-loader.js'
import type { ItemResult } from '../batch/item-result.js'

/** Context of an envelope item. */
export interface EnvelopeItemContext {
  meta: EnvelopeMeta
  item: EnvelopeItem
  /** Header of the envelope; without fields for a bare event. */
  header: Envelope['header']
  /** Id of events that lack one, 32 lower-case hex digits; the same whenever the record is processed. */
  fallbackEventId: string
  /**
   * Identifies the item in the log: topic, partition, offset and position; the same whenever the record is processed.
   */
  itemPosition: string
  retentionDays: RetentionDays
  /** The project's rules for filtering, scrubbing and grouping. */
  rules: ProjectRules
  /** Remaining budget of the grouping rules in this batch. */
  ruleBudget: RuleBudget
  /** Source maps; undefined if there are none. */
  scripts?: ScriptLoader | undefined
}

/** Converts items of one envelope item type to rows. */
export interface EnvelopeItemPipeline {
  /** Parses the payload for `process`; JSON by default. An unreadable payload is dropped. */
  read?: (payload: Uint8Array) => JsonReading
  /**
   * Units of the kind that the item counts as, at least 1. Never throws.
   * @param payload The parsed payload; undefined if it is unreadable.
   */
  quantity(item: EnvelopeItem, payload: unknown): number
  /** A bad item is a result; throws only if the pipeline itself is at fault. */
  process(payload: unknown, context: EnvelopeItemContext): ItemResult
  /**
   * Replaces `process` for items that require a query first.
   * @throws ServiceError if the query is impossible; the batch is then retried.
   */
  processWithLookups?: (payload: unknown, context: EnvelopeItemContext) => ItemResult | Promise<ItemResult>
}

/** Context of a JSON batch item. */
export interface BatchItemContext {
  meta: BatchMeta
  retentionDays: RetentionDays
}

/** Converts items of a JSON batch, validated by the edge, to rows. */
export interface BatchPipeline {
  /** Key of the array in the request body. */
  itemsKey: string
  quantity(item: unknown): number
  /** A bad item is a result; throws only if the pipeline itself is at fault. */
  process(item: unknown, context: BatchItemContext): ItemResult
}

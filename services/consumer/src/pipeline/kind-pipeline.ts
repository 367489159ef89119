import type { BatchMeta, EnvelopeMeta, RetentionDays } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from '@signalbox/envelope'
import type { JsonReading, RuleBudget } from '@signalbox/sentry-events'
import type { ProjectRules } from '../project/project-rules.js'
import type { ScriptLoader } from '../symbols/script-loader.js'
import type { ItemResult } from '../batch/item-result.js'

/** What surrounds an item of an envelope. */
export interface EnvelopeItemContext {
  meta: EnvelopeMeta
  item: EnvelopeItem
  /** Header of the envelope; of a bare event, one without fields. */
  header: Envelope['header']
  /** For events without an id, 32 lower-case hex digits; the same whenever the record is processed. */
  fallbackEventId: string
  /** Names the item in the log: topic, partition, offset and position; the same whenever the record is processed. */
  itemPosition: string
  retentionDays: RetentionDays
  /** What the project wants filtered, scrubbed and grouped, and how. */
  rules: ProjectRules
  /** What grouping by the rules may still take in this batch. */
  ruleBudget: RuleBudget
  /** Source maps; undefined where there are none to be had. */
  scripts?: ScriptLoader | undefined
}

/** Turns items of one envelope item type into rows. */
export interface EnvelopeItemPipeline {
  /** Reads the payload for `process`; as JSON when left out. A payload that cannot be read is dropped. */
  read?: (payload: Uint8Array) => JsonReading
  /**
   * Units of the kind that the item counts as, at least 1. Never throws.
   * @param payload as it was read; undefined when it cannot be.
   */
  quantity(item: EnvelopeItem, payload: unknown): number
  /** A bad item is a result; throws only when the pipeline itself is at fault. */
  process(payload: unknown, context: EnvelopeItemContext): ItemResult
  /**
   * As `process`, which it replaces, for items that something must be asked for first.
   * @throws ServiceError when nobody can be asked: the batch is tried again then.
   */
  processAsking?: (payload: unknown, context: EnvelopeItemContext) => ItemResult | Promise<ItemResult>
}

/** What surrounds an item of a JSON batch. */
export interface BatchItemContext {
  meta: BatchMeta
  retentionDays: RetentionDays
}

/** Turns items of a JSON batch, which the edge has validated, into rows. */
export interface BatchPipeline {
  /** Key of the array in the request body. */
  itemsKey: string
  quantity(item: unknown): number
  /** A bad item is a result; throws only when the pipeline itself is at fault. */
  process(item: unknown, context: BatchItemContext): ItemResult
}

/** The ways by which telemetry of one kind arrives. */
export interface KindPipeline {
  /** By item type of the envelope. */
  envelopeItems: Readonly<Record<string, EnvelopeItemPipeline>>
  /** Undefined when the kind is not sent as JSON batches. */
  batch: BatchPipeline | undefined
}

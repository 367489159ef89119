import { otlpMetaCodec, type OtlpMeta, type OtlpSignal } from '@signalbox/contracts'
import { createRuleBudget, type RuleBudget } from '@signalbox/sentry-events'
import type { ItemResult } from '../../src/batch/item-result.js'
import { listOtlpItems } from '../../src/topics/list-otlp-items.js'
import { defaultProjectRules, type ProjectRules } from '../../src/project/project-rules.js'
import { retentionDays } from '../support/records.js'

export const receivedAt = Date.UTC(2026, 10, 21, 12)

/** A time shortly before the request was received, in nanoseconds. */
export const nanoseconds = (msBefore: number) => `${receivedAt - msBefore}000000`

export interface RequestOptions {
  meta?: Partial<OtlpMeta>
  rules?: ProjectRules
  ruleBudget?: RuleBudget
}

/** The results for a request's items. @param body JSON form, or bytes of protobuf. */
export function processRequest(
  signal: OtlpSignal,
  body: object | Buffer,
  { meta = {}, rules = defaultProjectRules, ruleBudget = createRuleBudget() }: RequestOptions = {},
): ItemResult[] {
  const isBytes = Buffer.isBuffer(body)
  const full: OtlpMeta = {
    organizationId: 'organization-1',
    receivedAt,
    encoding: 'identity',
    signal,
    format: isBytes ? 'protobuf' : 'json',
    ...meta,
  }
  const context = {
    meta: otlpMetaCodec.decode(otlpMetaCodec.encode(full)),
    retentionDays,
    rules,
    ruleBudget,
    rememberedSeries: () => undefined,
    itemPosition: (index: number) => `otlp:0:7:${index}`,
  }
  const bytes = isBytes ? body : Buffer.from(JSON.stringify(body))
  return [...listOtlpItems(bytes, context)].map(({ process }) => process())
}

/** OTLP attributes from texts and numbers. */
export function pairs(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }))
}

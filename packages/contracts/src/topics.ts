/**
 * Topics of the event log. `envelopes`, `spans`, `metrics` and `otlp` hold one record per request, with the body as
 * received; `outcomes` holds counts of items that never became a record; `dead-letters` holds items that the pipeline
 * could not convert to rows, for inspection and replay.
 */
export const topics = ['envelopes', 'spans', 'metrics', 'otlp', 'outcomes', 'dead-letters'] as const
export type Topic = (typeof topics)[number]

/** The topics whose records the consumer converts to rows. */
export const telemetryTopics = ['envelopes', 'spans', 'metrics', 'otlp', 'outcomes'] as const satisfies readonly Topic[]
export type TelemetryTopic = (typeof telemetryTopics)[number]

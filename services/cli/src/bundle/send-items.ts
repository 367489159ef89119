import type { MetricItem, SpanItem } from '@signalbox/contracts'
import pLimit from 'p-limit'
import type { TelemetryItem } from './bundle-line.js'
import { sendDivided } from './send-divided.js'
import type { Sender } from './sender.js'
import { containerEnvelope, eventEnvelope, type ContainedKind } from './to-envelope.js'
import { toOtlpRequest, type OtlpKind } from './to-otlp.js'

/** Number of concurrent requests. */
const concurrency = 8

/** Sends each event in its own envelope, as the protocol requires. Events that are rejected permanently are skipped. */
export async function sendEvents(sender: Sender, items: readonly (readonly [item: TelemetryItem, dsn: string])[]) {
  const limit = pLimit(concurrency)
  try {
    await limit.map(items, ([item, dsn]) =>
      sendDivided([item], { write: () => eventEnvelope(item), send: (body) => sender.envelope(dsn, body) }),
    )
  } finally {
    // Stop sending after a failure.
    limit.clearQueue()
  }
}

/** Sends items of projects, one envelope per project and SDK. Items that are rejected permanently are skipped. */
export async function sendContained(
  sender: Sender,
  kind: ContainedKind,
  items: readonly (readonly [item: TelemetryItem, dsn: string])[],
): Promise<void> {
  const groups = new Map<string, { dsn: string; sdkName: string; items: TelemetryItem[] }>()
  for (const [item, dsn] of items) {
    const sdkName = typeof item['sdk_name'] === 'string' ? item['sdk_name'] : ''
    const key = JSON.stringify([dsn, sdkName])
    const group = groups.get(key) ?? { dsn, sdkName, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  for (const { dsn, sdkName, items: ofGroup } of groups.values()) {
    await sendDivided(ofGroup, {
      write: (part) => containerEnvelope(kind, part, sdkName),
      send: (body) => sender.envelope(dsn, body),
    })
  }
}

/** Sends items over OTLP, those of a project with its key. Items that are rejected permanently are skipped. */
export async function sendByOtlp(
  sender: Sender,
  kind: OtlpKind,
  items: readonly (readonly [item: TelemetryItem, dsn: string | undefined])[],
): Promise<void> {
  for (const dsn of new Set(items.map(([, of]) => of))) {
    const ofProject = items.flatMap(([item, of]) => (of === dsn ? [item] : []))
    await sendDivided(ofProject, {
      write: (part) => toOtlpRequest(kind, part),
      send: (request) => sender.otlp(request, dsn),
    })
  }
}

/** Sends spans without a project as JSON. Spans that are rejected permanently are skipped. */
export async function sendSpans(sender: Sender, items: readonly TelemetryItem[]): Promise<void> {
  await sendDivided(items, { write: (part) => part.map(toSpanItem), send: (spans) => sender.spans(spans) })
}

function toSpanItem(item: TelemetryItem): SpanItem {
  const text = (name: string) => String(item[name])
  const parent = text('parent_span_id')
  const time = Number(item['time_us'])
  const micros = String(time % 1_000_000).padStart(6, '0')
  return {
    trace_id: text('trace_id'),
    span_id: text('span_id'),
    parent_span_id: parent === '' ? null : parent,
    service: text('service'),
    operation: text('operation'),
    start_time: `${new Date(Math.floor(time / 1_000_000) * 1_000).toISOString().slice(0, 19)}.${micros}Z`,
    duration_ms: Number(item['duration_us']) / 1_000,
    status: text('status'),
    attributes: { ...(item['attributes'] ?? {}) },
  }
}

/**
 * Combines the values of one subject at one moment into one sample. Samples that are rejected permanently are skipped.
 */
export async function sendSamples(sender: Sender, items: readonly TelemetryItem[]): Promise<void> {
  await sendDivided(items, { write: toSamples, send: (samples) => sender.samples(samples) })
}

function toSamples(items: readonly TelemetryItem[]): MetricItem[] {
  const samples = new Map<string, MetricItem>()
  for (const item of items) {
    const { time_us: time, cluster, namespace, pod, container, node } = item
    const key = JSON.stringify([time, cluster, namespace, pod, container, node])
    const label = (value: unknown) => String(value)
    const sample = samples.get(key) ?? {
      timestamp: new Date(Number(time) / 1_000).toISOString(),
      cluster: label(cluster),
      namespace: label(namespace),
      pod: label(pod),
      container: label(container),
      node: label(node),
      metrics: {},
    }
    sample.metrics[String(item['metric_name'])] = Number(item['value'])
    samples.set(key, sample)
  }
  return [...samples.values()]
}

import type { IncomingMessage } from 'node:http'

const labels = new WeakMap<IncomingMessage, string>()

/** Says which route serves a request, for the metrics: the pattern, never the path, so that the values stay few. */
export function labelRoute(req: IncomingMessage, pattern: string): void {
  labels.set(req, pattern)
}

/** @returns `other` when nobody said. */
export function routeLabelOf(req: IncomingMessage): string {
  return labels.get(req) ?? 'other'
}

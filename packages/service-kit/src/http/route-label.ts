import type { IncomingMessage } from 'node:http'

const labels = new WeakMap<IncomingMessage, string>()

/** Sets a request's route for metrics: the pattern, never the path, which bounds the number of label values. */
export function labelRoute(req: IncomingMessage, pattern: string): void {
  labels.set(req, pattern)
}

/** @returns `other` if no label was set. */
export function routeLabelOf(req: IncomingMessage): string {
  return labels.get(req) ?? 'other'
}

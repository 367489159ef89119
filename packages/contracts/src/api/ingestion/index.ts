import type { RouteContract } from '../http/route.js'
import { ingestMetrics, ingestSpans } from './ingestion.js'

export * from './ingestion.js'

/** Routes of this domain, in documentation order. */
export const ingestionRoutes: readonly RouteContract[] = [ingestMetrics, ingestSpans]

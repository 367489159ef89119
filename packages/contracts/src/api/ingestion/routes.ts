import type { RouteContract } from '../http/route.js'
import { ingestMetrics, ingestSpans } from './ingestion.js'

/** The routes of this domain, in the order in which the API document shows them. */
export const ingestionRoutes: readonly RouteContract[] = [ingestMetrics, ingestSpans]

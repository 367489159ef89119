import pLimit from 'p-limit'
import type { SendRequest } from '../requests/send-request.js'
import { createSampleSheet } from '../samples/sample-sheet.js'
import { settleAll, type Source } from '../samples/source.js'
import { parseExposition } from './parse-exposition.js'
import type { ScrapeTarget } from './scrape-target.js'

export interface ScrapeSourceOptions {
  send: SendRequest
  node: string
  /** Returns the current targets. */
  targets: () => readonly ScrapeTarget[]
  /** Maximum series per target; others are dropped and counted. */
  seriesMax: number
}

const withinMs = 5_000
const bytesMax = 4 * 1_024 * 1_024
const targetsAtOnce = 4
/** Maximum name length that Signalbox accepts. */
const nameLengthMax = 200
/** Maximum values per sample that Signalbox accepts. */
const namesMax = 64
const accept = 'text/plain;version=0.0.4;q=1,*/*;q=0.1'

/**
 * Source for metrics pages in the Prometheus text format. A series keeps its labels in its name as exposed:
 * `http_requests_total{code="200"}`. `scrape_up` shows which targets responded, `scrape_series_left_out` how many
 * series were dropped.
 */
export function createScrapeSource({ send, node, targets, seriesMax }: ScrapeSourceOptions): Source {
  const scrape = async ({ url, labels }: ScrapeTarget) => {
    const { status, text } = await send({ url, headers: { accept }, withinMs, bytesMax })
    if (status !== 200) throw new Error(`GET ${url} returned ${status}`)
    const { values, faulty } = parseExposition(text)
    const usable = values.filter(({ series, value }) => series.length <= nameLengthMax && Number.isFinite(value))
    const kept = usable.slice(0, seriesMax)
    const pieces = Array.from({ length: Math.ceil(kept.length / namesMax) }, (_, piece) =>
      kept.slice(piece * namesMax, (piece + 1) * namesMax),
    )
    const samples = pieces.map((piece) => ({
      ...labels,
      metrics: Object.fromEntries(piece.map(({ series, value }) => [series, value])),
    }))
    return { samples, leftOut: values.length - kept.length + faulty }
  }

  return {
    name: 'scrape targets',
    collect: async () => {
      const sheet = createSampleSheet(node)
      const list = targets()
      const limit = pLimit(targetsAtOnce)
      const { values, failures } = await settleAll(list.map((target) => limit(() => scrape(target))))
      const collected = []
      for (const [index, { labels }] of list.entries()) {
        const found = values[index]
        sheet.add(labels, { scrape_up: Number(found !== undefined), scrape_series_left_out: found?.leftOut })
        collected.push(...(found?.samples ?? []))
      }
      return { samples: [...sheet.samples(), ...collected], failures }
    },
  }
}

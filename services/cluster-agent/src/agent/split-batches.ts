import type { Sample } from '../samples/sample.js'

/** A sample as Signalbox takes it. */
export type MetricItem = Omit<Sample, 'at'> & { timestamp: string; cluster: string }

/** The body of one request, and how many samples are in it. */
export interface Batch {
  text: string
  samples: number
}

/** Both well below what Signalbox takes in one request. */
const samplesMax = 2_000
const lengthMax = 4_000_000

/** Samples as bodies of requests, each of a size that Signalbox takes. */
export function splitBatches(items: readonly MetricItem[]): Batch[] {
  const batches: Batch[] = []
  let texts: string[] = []
  let length = 0
  const close = () => {
    if (texts.length > 0) batches.push({ text: `{"metrics":[${texts.join(',')}]}`, samples: texts.length })
    texts = []
    length = 0
  }
  for (const item of items) {
    const text = JSON.stringify(item)
    if (texts.length === samplesMax || length + text.length > lengthMax) close()
    texts.push(text)
    length += text.length
  }
  close()
  return batches
}

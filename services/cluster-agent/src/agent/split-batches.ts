import type { Sample } from '../samples/sample.js'

/** A sample in the ingest API's format. */
export type MetricItem = Omit<Sample, 'at'> & { timestamp: string; cluster: string }

/** One request body and its number of samples. */
export interface Batch {
  text: string
  samples: number
}

/** Both are well below Signalbox's request limits. */
const samplesMax = 2_000
const lengthMax = 4_000_000

/** Splits samples into request bodies within Signalbox's size limits. */
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

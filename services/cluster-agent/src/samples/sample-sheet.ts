import { keepFinite, type MeasuredValues, type Sample, type SampleLabels } from './sample.js'

/** Collects samples: values of the same object come from several places and are sent as one sample. */
export interface SampleSheet {
  /** Adds values of an object; missing labels are empty, except that the node defaults to the sheet's. */
  add(labels: Partial<SampleLabels>, values: MeasuredValues): void
  /** Adds a value from another time as a separate sample. */
  addAt(at: number, labels: Partial<SampleLabels>, values: MeasuredValues): void
  /** All samples with at least one value. */
  samples(): Sample[]
}

/** @param node default node of samples. */
export function createSampleSheet(node: string): SampleSheet {
  const rows = new Map<string, { labels: SampleLabels; at: number | undefined; metrics: Record<string, number> }>()
  const put = (partial: Partial<SampleLabels>, values: MeasuredValues, at?: number) => {
    const labels = { node, namespace: '', pod: '', container: '', ...partial }
    const key = JSON.stringify([labels.node, labels.namespace, labels.pod, labels.container, at])
    const row = rows.get(key) ?? { labels, at, metrics: {} }
    Object.assign(row.metrics, keepFinite(values))
    rows.set(key, row)
  }
  return {
    add: put,
    addAt: (at, labels, values) => {
      put(labels, values, at)
    },
    samples: () =>
      [...rows.values()]
        .filter(({ metrics }) => Object.keys(metrics).length > 0)
        .map(({ labels, at, metrics }) => ({ ...labels, ...(at !== undefined && { at }), metrics })),
  }
}

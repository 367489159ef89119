import { Select } from '../../parts/form/labelled.js'
import { aggregateWords } from './aggregate-words.js'
import { Choice } from './choice.js'
import { readMetricsSearch, type MetricsSearch } from './metrics-search.js'
import { useAttributes } from './queries.js'
import styles from './metrics.module.css'

const completionsMax = 500
/** What application metrics can be grouped by, besides their attributes. */
const commonGroups = ['service', 'release', 'environment']

interface MetricFormProps {
  search: MetricsSearch
  names: readonly string[]
  onChange(search: MetricsSearch): void
}

/** Chooses the metric, its aggregate, group and filter. */
export function MetricForm({ search, names, onChange }: MetricFormProps) {
  const attributes = useAttributes(search.name)
  const change = (next: Record<string, string>) => onChange(readMetricsSearch({ ...search, ...next }))
  const filters = attributes.flatMap(({ name, values }) => values.map((value) => `${name}:${value}`))
  return (
    <div className={styles['form']}>
      <Choice
        label="Metric"
        value={search.name ?? ''}
        options={names}
        placeholder="http.server.request.duration"
        onChoose={(name) => onChange(readMetricsSearch({ name }))}
      />
      <Select
        label="Aggregate"
        value={search.aggregate ?? ''}
        options={[
          { value: '', text: 'Default' },
          ...Object.entries(aggregateWords).map(([value, text]) => ({ value, text })),
        ]}
        onChange={({ target }) => change({ aggregate: target.value })}
      />
      <Choice
        label="Group by"
        value={search.group_by ?? ''}
        options={[...new Set([...attributes.map(({ name }) => name), ...commonGroups])]}
        placeholder="http.route"
        onChoose={(text) => change({ group_by: text })}
      />
      <Choice
        label="Filter"
        value={search.attribute ?? ''}
        options={filters.slice(0, completionsMax)}
        placeholder="attribute:value"
        onChoose={(attribute) => change({ attribute })}
      />
    </div>
  )
}

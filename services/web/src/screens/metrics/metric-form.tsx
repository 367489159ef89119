import { Select } from '../../parts/form/labelled.js'
import { aggregateWords } from '../../parts/metric/aggregate-words.js'
import { Icon } from '../../parts/icon/icon.js'
import { Choice } from './choice.js'
import { readFilters, writeFilters } from './filters.js'
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
  const known = attributes.flatMap(({ name, values }) => values.map((value) => `${name}:${value}`))
  const chosen = readFilters(search.attribute ?? '')
  const filterBy = (all: readonly string[]) => change({ attribute: writeFilters(all) })
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
        value=""
        options={known.filter((each) => !chosen.includes(each)).slice(0, completionsMax)}
        placeholder="attribute:value"
        pattern="\s*[^:\s][^:]*:.*"
        isAdding
        onChoose={(filter) => filterBy([...chosen, filter])}
      />
      {chosen.length > 0 && (
        <ul className={styles['filters']} aria-label="Filters">
          {chosen.map((filter) => (
            <li key={filter}>
              <Term filter={filter} onRemove={() => filterBy(chosen.filter((each) => each !== filter))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Term({ filter, onRemove }: { filter: string; onRemove(): void }) {
  const [name = '', ...value] = filter.split(':')
  return (
    <button
      type="button"
      className="term"
      title="Remove this filter"
      aria-label={`Remove ${filter}`}
      onClick={onRemove}
    >
      <b>{name}:</b>
      {value.join(':')}
      <Icon name="close" isSmall />
    </button>
  )
}

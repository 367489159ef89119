import type { Quota } from '@signalbox/contracts'
import { useId } from 'react'
import { usePermission } from '../../api/permission.js'
import { Button } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { Field, Select } from '../../parts/form/labelled.js'
import { numberOf, textOf, tickedOf } from '../../parts/form/read-form.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { categoryWords, describeQuota, listCategories, windows } from './quota-rows.js'
import { Card } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'
import styles from './settings.module.css'
import { useQuotas } from './use-quotas.js'

/** A project's quotas. */
export function Quotas({ projectId }: { projectId: string }) {
  const { query, fault, add, remove } = useQuotas(projectId)
  return (
    <>
      <Card title="Quotas" note="Data over quota is counted and rejected, and SDKs back off.">
        <Answered query={query} what="such project">
          {({ quotas }) =>
            quotas.length === 0 ? (
              <Empty title="No quotas." />
            ) : (
              <QuotaTable quotas={quotas} remove={(quota, index) => void remove(quota, index)} />
            )
          }
        </Answered>
        {fault !== undefined && (
          <p className={`c-bad ${styles['said'] ?? ''} ${styles['beside'] ?? ''}`} role="alert">
            {fault}
          </p>
        )}
      </Card>
      <Card title="New quota">
        <div className={styles['body']}>
          <NewQuota add={add} />
        </div>
      </Card>
    </>
  )
}

const columns: readonly Column<Quota>[] = [
  { name: 'Data', cell: (quota) => <Limited quota={quota} /> },
  { name: 'Limit', kind: 'number', cell: ({ limit }) => limit.toLocaleString('en') },
  { name: 'Per', kind: 'short', cell: ({ window_seconds: seconds }) => windowWords(seconds) },
]

function Limited({ quota: { categories, reason_code: reason } }: { quota: Quota }) {
  return (
    <>
      {categories.length === 0 ? 'Everything' : categories.map((each) => categoryWords[each]).join(', ')}
      {reason !== undefined && <div className="small t3">reason: {reason}</div>}
    </>
  )
}

function QuotaTable({ quotas, remove }: { quotas: readonly Quota[]; remove(quota: Quota, index: number): void }) {
  const permission = usePermission('projects:write')
  return (
    <SettingsTable
      caption="Project quotas"
      columns={columns}
      rows={quotas}
      keyOf={(quota, index) => `${index} ${JSON.stringify(quota)}`}
      actions={(quota, index) => (
        <Button
          isSmall
          kind="quiet"
          permission={permission}
          aria-label={`Remove the quota of ${describeQuota(quota)}`}
          onClick={() => remove(quota, index)}
        >
          Remove
        </Button>
      )}
    />
  )
}

function windowWords(seconds: number): string {
  return windows.find((window) => window.seconds === seconds)?.text ?? `${seconds} s`
}

function NewQuota({ add }: { add(quota: Quota): Promise<void> }) {
  const permission = usePermission('projects:write')
  const hintId = useId()
  const save = (form: FormData) =>
    add({
      categories: tickedOf(
        form,
        'categories',
        listCategories().map(({ value }) => value),
      ),
      limit: numberOf(form, 'limit') ?? 0,
      window_seconds: Number(textOf(form, 'window')),
    })
  return (
    <Form submit="Add quota" saved="Quota added." save={save} permission={permission} isReset isMain>
      {(faultOf) => (
        <>
          <fieldset className={styles['boxes-group']} aria-describedby={hintId}>
            <legend>Data</legend>
            <div className={styles['boxes']}>
              {listCategories().map(({ value, text }) => (
                <label key={value} className="check-row">
                  <input type="checkbox" name="categories" value={value} />
                  <span>{text}</span>
                </label>
              ))}
            </div>
            <span className="hint" id={hintId}>
              Selected types share the quota. Select none to limit everything.
            </span>
          </fieldset>
          <div className={styles['pair']}>
            <Field
              label="Limit"
              name="limit"
              type="number"
              min={0}
              required
              hint="0 rejects everything."
              fault={faultOf('/quotas')}
            />
            <Select
              label="Per"
              name="window"
              defaultValue="3600"
              options={windows.map(({ seconds, text }) => ({ value: String(seconds), text }))}
            />
          </div>
        </>
      )}
    </Form>
  )
}

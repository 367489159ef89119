import type { ChannelKind, ChannelRequest } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { Form } from '../../parts/form/form.js'
import { Check, Field, Select } from '../../parts/form/labelled.js'
import { textOf, tickedOf } from '../../parts/form/read-form.js'
import { ShownOnce } from '../../parts/form/shown-once.js'
import { channelForms, isChannelKind, noticeNames, noticeTexts } from './channel-fields.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** Makes a channel. The secret that the server makes for a webhook is shown once. */
export function NewChannel({ projectId }: { projectId: string }) {
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const [kind, setKind] = useState<ChannelKind>('slack')
  const [secret, setSecret] = useState<string>()
  const create = async (form: FormData) => {
    const body = readRequest(form, kind)
    const made = await api.call('createNotificationChannel', { params: { project_id: projectId }, body })
    // One that was shown before stays until another channel is there.
    setSecret(made.kind === 'webhook' && textOf(form, 'secret') === '' ? made.secret : undefined)
    await cache.invalidateQueries({ queryKey: ['listNotificationChannels'] })
  }
  return (
    <Card title="New channel">
      <div className={styles['body']}>
        <Form submit="Create channel" saved="Channel created." save={create} permission={permission} isMain isReset>
          {(faultOf) => (
            <>
              <Select
                label="Kind"
                name="kind"
                value={kind}
                options={Object.entries(channelForms).map(([value, { name }]) => ({ value, text: name }))}
                onChange={({ target }) => {
                  if (isChannelKind(target.value)) setKind(target.value)
                }}
              />
              {channelForms[kind].fields.map(({ name, label, type = 'text', hint, isRequired = false }) => (
                <Field
                  key={`${kind} ${name}`}
                  {...{ name, label, type, hint }}
                  required={isRequired}
                  autoComplete="off"
                  fault={faultOf(`/${name}`)}
                />
              ))}
              <Field label="Name" name="name" hint="Defaults to the destination." fault={faultOf('/name')} />
              <fieldset className={styles['boxes-group']}>
                <legend>Events</legend>
                <div className={styles['boxes']}>
                  {noticeNames.map((name) => (
                    <Check key={name} label={noticeTexts[name]} name="events" value={name} defaultChecked />
                  ))}
                </div>
                <p className="small c-bad">{faultOf('/events')}</p>
              </fieldset>
            </>
          )}
        </Form>
        {secret !== undefined && (
          <ShownOnce text={secret} label="Signing key">
            Deliveries are signed with this key. It won’t be shown again.
          </ShownOnce>
        )}
      </div>
    </Card>
  )
}

/** What was typed as a request; empty fields are left out. */
function readRequest(form: FormData, kind: ChannelKind): ChannelRequest {
  const { fields, toRequest } = channelForms[kind]
  const typed = fields.map(({ name }): [string, string] => [name, textOf(form, name).trim()])
  const name = textOf(form, 'name').trim()
  return {
    ...toRequest(Object.fromEntries(typed.filter(([, text]) => text !== ''))),
    ...(name !== '' && { name }),
    events: tickedOf(form, 'events', noticeNames),
  }
}

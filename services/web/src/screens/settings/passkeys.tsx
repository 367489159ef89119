import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import type { RouteResponse } from '../../api/contract-types.js'
import { addPasskey, hasPasskeys } from '../../api/passkeys.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Answered } from '../../parts/states/answered.js'
import { Ago } from '../../parts/time/ago.js'
import { nameBrowser } from './name-browser.js'
import { Card } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'
import styles from './settings.module.css'

type Passkey = RouteResponse<'readSignInFactors'>['passkeys'][number]

/** The person's passkeys: adding one on this device, and removing them. */
export function Passkeys() {
  const query = useQuery(apiQuery('readSignInFactors', {}))
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['readSignInFactors'] })
  return (
    <Card title="Passkeys" note="Sign in with a fingerprint, face or PIN instead of a password and code.">
      <Answered query={query}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onChanged={refresh} />}
            <div className={styles['body']}>
              <AddPasskey isFirst={passkeys.length === 0} onAdded={refresh} />
            </div>
          </>
        )}
      </Answered>
    </Card>
  )
}

function AddPasskey({ isFirst, onAdded }: { isFirst: boolean; onAdded(): Promise<void> }) {
  const { data: methods } = useQuery(apiQuery('listSignInMethods', {}))
  if (methods?.passkeys === false) {
    return <p className="t2">Passkeys need a public HTTPS address with a host name. Set SIGNALBOX_PUBLIC_URL.</p>
  }
  if (!hasPasskeys()) return <p className="t2">This browser doesn’t support passkeys.</p>
  const save = async (form: FormData) => {
    await addPasskey(textOf(form, 'name').trim())
    await onAdded()
  }
  return (
    <>
      {isFirst && <p className="t2">Passkeys can’t be phished: they only work on this site.</p>}
      <Form submit="Add passkey" saved="Passkey added." save={save} isReset>
        {(faultOf) => (
          <Field
            label="Name"
            name="name"
            required
            defaultValue={nameBrowser(navigator.userAgent)}
            hint="For example, the device that holds it."
            fault={faultOf('/name') ?? faultOf('/credential')}
          />
        )}
      </Form>
    </>
  )
}

const columns: readonly Column<Passkey>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Added', kind: 'short', cell: ({ created_at: at }) => <Ago at={at} /> },
  {
    name: 'Last used',
    kind: 'short',
    cell: ({ created_at: added, last_used_at: used }) => (used === added ? 'never' : <Ago at={used} />),
  },
]

function PasskeyTable({ passkeys, onChanged }: { passkeys: readonly Passkey[]; onChanged(): Promise<void> }) {
  const remove = async (id: string) => {
    await api.call('removePasskey', { params: { passkey_id: id } })
    await onChanged()
  }
  return (
    <SettingsTable
      caption="Your passkeys"
      columns={columns}
      rows={passkeys}
      keyOf={({ id }) => id}
      actions={({ id, name }) => (
        <>
          <RenameButton id={id} name={name} onRenamed={onChanged} />
          <ConfirmButton text="Remove" what={`Remove the passkey “${name}”`} run={() => remove(id)}>
            It can no longer be used to sign in. Remove it from the device too.
          </ConfirmButton>
        </>
      )}
    />
  )
}

function RenameButton({ id, name, onRenamed }: { id: string; name: string; onRenamed(): Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const what = `Rename the passkey “${name}”`
  const save = async (form: FormData) => {
    await api.call('renamePasskey', { params: { passkey_id: id }, body: { name: textOf(form, 'name').trim() } })
    await onRenamed()
    setOpen(false)
  }
  return (
    <>
      <Button isSmall kind="quiet" aria-label={what} onClick={() => setOpen(true)}>
        Rename
      </Button>
      <Dialog title={what} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form submit="Rename" saved="" save={save} isMain>
          {(faultOf) => <Field label="Name" name="name" required defaultValue={name} fault={faultOf('/name')} />}
        </Form>
      </Dialog>
    </>
  )
}

import type { Invitation } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { roleWords } from '../../api/roles.js'
import { apiQuery } from '../../api/queries.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Form } from '../../parts/form/form.js'
import { Field, Select } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { ShownOnce } from '../../parts/form/shown-once.js'
import { Answered } from '../../parts/states/answered.js'
import { Ago } from '../../parts/time/ago.js'
import { isRole, roleOptions } from './role-options.js'
import { Card } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'
import styles from './settings.module.css'

const refreshKey = ['listInvitations']

/** Pending invitations, and a form to invite someone. */
export function Invitations() {
  const query = useQuery(apiQuery('listInvitations', {}))
  return (
    <Card title="Invitations">
      <Answered query={query}>
        {({ invitations }) => invitations.length > 0 && <InvitationTable invitations={invitations} />}
      </Answered>
      <InviteForm />
    </Card>
  )
}

const columns: readonly Column<Invitation>[] = [
  { name: 'Person', cell: personOf },
  { name: 'Role', kind: 'short', cell: ({ role }) => roleWords[role].label },
  { name: 'Expires', kind: 'short', cell: ({ expires_at: at }) => <Ago at={at} /> },
]

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <SettingsTable
      caption="Pending invitations, oldest first"
      columns={columns}
      rows={invitations}
      keyOf={({ id }) => id}
      actions={(invitation) => <Revoke invitation={invitation} />}
    />
  )
}

function personOf({ email }: Invitation): string {
  return email ?? 'anyone with the link'
}

function Revoke({ invitation }: { invitation: Invitation }) {
  const cache = useQueryClient()
  const permission = usePermission('members:write')
  const person = personOf(invitation)
  const revoke = async () => {
    await api.call('revokeInvitation', { params: { invitation_id: invitation.id } })
    await cache.invalidateQueries({ queryKey: refreshKey })
  }
  return (
    <ConfirmButton text="Revoke" what={`Revoke the invitation for ${person}`} permission={permission} run={revoke}>
      The link stops working.
    </ConfirmButton>
  )
}

/** Invites someone: the link is shown once, no mail is sent. */
function InviteForm() {
  const cache = useQueryClient()
  const permission = usePermission('members:write')
  const [link, setLink] = useState<string>()
  const invite = async (form: FormData) => {
    const [email, role] = [textOf(form, 'email').trim(), textOf(form, 'role')]
    const body = { role: isRole(role) ? role : ('viewer' as const), ...(email !== '' && { email }) }
    setLink((await api.call('createInvitation', { body })).link)
    await cache.invalidateQueries({ queryKey: refreshKey })
  }
  return (
    <div className={styles['body']}>
      <Form submit="Create invitation" saved="Link created." save={invite} permission={permission} isMain isReset>
        {(faultOf) => (
          <div className={styles['pair']}>
            <Field
              label="Email address"
              name="email"
              type="email"
              hint="Only this address can accept. Leave empty to let anyone with the link join."
              fault={faultOf('/email')}
            />
            <Select label="Role" name="role" defaultValue="member" options={roleOptions} fault={faultOf('/role')} />
          </div>
        )}
      </Form>
      {link !== undefined && (
        <ShownOnce text={link} label="Invitation link">
          Send this link to the person. It works once and won’t be shown again.
        </ShownOnce>
      )}
    </div>
  )
}

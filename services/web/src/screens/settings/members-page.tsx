import type { Member, Role } from '@signalbox/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { roleWords } from '../../api/roles.js'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { nameOf } from '../../api/name-of.js'
import { Options } from '../../parts/form/labelled.js'
import { Avatar } from '../../parts/person/avatar.js'
import { Answered } from '../../parts/states/answered.js'
import { Ago } from '../../parts/time/ago.js'
import { Invitations } from './invitations.js'
import { isRole, roleOptions } from './role-options.js'
import { Card, SettingsPage } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'
import styles from './settings.module.css'

const columns: readonly Column<Member>[] = [
  { name: 'Person', cell: (member) => <Person member={member} /> },
  { name: 'Role', kind: 'short', cell: (member) => <RoleSelect member={member} /> },
  { name: 'Joined', kind: 'short', cell: ({ created_at: at }) => <Ago at={at} /> },
]

/** Members with their roles, and invitations. */
export function MembersPage() {
  const query = useQuery(apiQuery('listMembers', {}))
  return (
    <SettingsPage title="Members">
      <Card title="Members">
        <Answered query={query}>
          {({ members }) => (
            <SettingsTable
              caption="Members, oldest first"
              columns={columns}
              rows={members}
              keyOf={({ id }) => id}
              actions={(member) => <Remove member={member} />}
            />
          )}
        </Answered>
      </Card>
      <Invitations />
    </SettingsPage>
  )
}

function Person({ member }: { member: Member }) {
  const isSelf = useSession().member_id === member.id
  return (
    <span className="row">
      <Avatar name={nameOf(member)} />
      <span className={styles['name']}>
        {nameOf(member)}
        {isSelf && <span className="t3"> (you)</span>}
        {member.name !== '' && <span className="small t3"> {member.email}</span>}
      </span>
    </span>
  )
}

function Remove({ member }: { member: Member }) {
  const cache = useQueryClient()
  const permission = usePermission('members:write')
  const remove = async () => {
    await api.call('removeMember', { params: { member_id: member.id } })
    await cache.invalidateQueries({ queryKey: ['listMembers'] })
  }
  return (
    <ConfirmButton text="Remove" what={`Remove ${nameOf(member)}`} permission={permission} run={remove}>
      Their sessions in this organization end immediately. Assigned issues and API keys they created are kept.
    </ConfirmButton>
  )
}

/** A member's role, edited inline; errors appear below it. */
function RoleSelect({ member }: { member: Member }) {
  const permission = usePermission('members:write')
  const cache = useQueryClient()
  const { mutate, variables, error, isPending } = useMutation({
    mutationFn: (role: Role) => api.call('changeMember', { params: { member_id: member.id }, body: { role } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['listMembers'] }),
    // Sequential, so the last choice wins.
    scope: { id: `role of ${member.id}` },
  })
  if (!permission.isAllowed) return roleWords[member.role].label
  return (
    <>
      <Options
        aria-label={`Role of ${nameOf(member)}`}
        options={roleOptions}
        value={isPending ? variables : member.role}
        onChange={({ target: { value } }) => {
          if (isRole(value)) mutate(value)
        }}
      />
      {error !== null && (
        <p className="small c-bad" role="alert">
          {explainError(error).text}
        </p>
      )}
    </>
  )
}

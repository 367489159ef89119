import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { enterSession, leaveSession, useSession } from '../../api/session.js'
import { Menu } from '../../parts/controls/menu.js'
import { Avatar } from '../../parts/person/avatar.js'

/** The current person and organization, with links to other organizations, the account and signing out. */
export function AccountMenu() {
  const { name, email, organization, organizations } = useSession()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const choose = async (organizationId: string) => {
    enterSession(await api.call('chooseOrganization', { body: { organization_id: organizationId } }))
    // Data of one organization must not be visible in another.
    cache.clear()
    await navigate({ to: '/issues', search: {} })
  }
  const signOut = useSignOut()
  const person = name === '' ? email : name
  return (
    <Menu
      label={`${person}, ${organization.name}`}
      className="nav account"
      items={[
        ...organizations.map((each) => ({
          id: each.id,
          text: each.name,
          note: each.role,
          isChosen: each.id === organization.id,
          onSelect: () => void choose(each.id),
        })),
        {
          id: 'account',
          text: 'Account',
          icon: 'person',
          startsGroup: true,
          onSelect: () => void navigate({ to: '/settings/account' }),
        },
        { id: 'sign-out', text: 'Sign out', icon: 'open', onSelect: () => void signOut() },
      ]}
    >
      <Avatar name={person} />
      <span className="label who">
        <span className="clip">{person}</span>
        <span className="n clip">{organization.name}</span>
      </span>
    </Menu>
  )
}

/** Ends the session and opens the sign-in page; nothing of it stays in the browser. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const cache = useQueryClient()
  return async () => {
    await api.call('signOut', {})
    cache.clear()
    leaveSession()
    await navigate({ to: '/sign-in', search: {} })
  }
}

import { readFileSync } from 'node:fs'
import { apiScopes, roles, roleScopes } from '@signalbox/contracts'
import { expect } from 'chai'

const document = readFileSync(new URL('../../../../docs/identity-and-access.md', import.meta.url), 'utf8')

/** The cells of each table row in the document that begins with a scope. */
const documented = [...document.matchAll(/^\| `(\w+:\w+)` +\|(.*)\|$/gm)].map(([, scope = '', cells = '']) => ({
  scope,
  cells: cells.split('|').map((cell) => cell.trim()),
}))

describe('roles', () => {
  it('have all permissions of lower roles', () => {
    roles.slice(1).forEach((lesser, index) => {
      expect(roleScopes[roles[index]!]).to.include.members([...roleScopes[lesser]])
    })
    // Backups contain all organizations, so they belong to the operator.
    expect(roleScopes.owner).to.have.members(apiScopes.filter((scope) => scope !== 'backups:write'))
  })

  it('differ, so that an admin cannot create owners', () => {
    expect(roleScopes.admin).not.to.include('organization:write')
    expect(roleScopes.viewer.filter((scope) => scope.endsWith(':write'))).to.deep.equal([])
  })

  it('are documented correctly', () => {
    const columns = [...roles].reverse()
    const expected = apiScopes.map((scope) => ({
      scope,
      cells: columns.map((role) => (roleScopes[role].includes(scope) ? 'yes' : '')),
    }))
    expect(documented).to.deep.equal(expected)
  })
})

import {
  chooseDefaultIssueView,
  createId,
  limits,
  listIssueViews,
  type IssueView,
  type Problem,
} from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import type { TestBrowser } from '../../../../test/support/test-browser.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const path = listIssueViews.path

describe(path, () => {
  let served: ServedControlPlane
  let ada: TestBrowser
  let mel: TestBrowser
  let vic: TestBrowser

  before(async () => {
    served = await serveControlPlane()
    ada = await served.join('admin', 'ada@example.com')
    mel = await served.join('member', 'mel@example.com')
    vic = await served.join('viewer', 'vic@example.com')
  })
  after(() => served.close())

  const listOf = async (who: TestBrowser) => ((await who.send('GET', path)).body as { views: IssueView[] }).views
  const namesOf = async (who: TestBrowser) => (await listOf(who)).map(({ name }) => name)
  const save = async (who: TestBrowser, body: object) => {
    const answer = await who.send('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body as IssueView
  }
  const problem = ({ body }: { body: unknown }) => body as Problem

  it("hides a member's views from others, and shows shared ones to the organization", async () => {
    await save(vic, { name: 'Vic alone', query: 'is:new' })
    await save(mel, { name: 'For all', query: 'level:fatal', sort: 'users', is_shared: true })
    expect(await namesOf(vic)).to.deep.equal(['For all', 'Vic alone'])
    expect(await listOf(ada)).to.have.length(1)
    expect((await listOf(ada))[0]).to.deep.include({
      name: 'For all',
      query: 'level:fatal',
      sort: 'users',
      is_shared: true,
      is_default: false,
    })
    const { body } = await served.call('GET', path, undefined, foreignKey)
    expect(body).to.deep.equal({ views: [] })
  })

  it("lets members who can change issues change shared views, and nobody change another's", async () => {
    const shared = await save(mel, { name: 'Fatal', query: 'level:fatal', is_shared: true })
    const own = await save(mel, { name: 'Mine', query: 'assigned:me' })
    const change = (who: TestBrowser, id: string, body: object) => who.send('PATCH', `${path}${id}/`, body)
    expect((await change(vic, shared.id, { name: 'Taken over' })).status).to.equal(403)
    expect((await vic.send('DELETE', `${path}${shared.id}/`)).status).to.equal(403)
    expect((await vic.send('POST', path, { name: 'x', query: '', is_shared: true })).status).to.equal(403)
    expect((await change(ada, own.id, { name: 'Taken over' })).status).to.equal(404)
    expect((await ada.send('DELETE', `${path}${own.id}/`)).status).to.equal(404)
    expect((await served.call('DELETE', `${path}${shared.id}/`, undefined, foreignKey)).status).to.equal(404)
    const { body } = await change(ada, shared.id, { name: 'Fatal ones', query: 'level:fatal is:new' })
    expect(body).to.include({ name: 'Fatal ones', query: 'level:fatal is:new', sort: 'last_seen' })
    expect((await ada.send('DELETE', `${path}${shared.id}/`)).status).to.equal(200)
    expect(await namesOf(mel)).not.to.include('Fatal ones')
    const actions = (await served.readAudit('action=deleteIssueView')).map(({ outcome }) => outcome)
    expect(actions).to.include('done')
  })

  it('rejects a duplicate name and an invalid search, with an explanation', async () => {
    await save(ada, { name: 'Twice', query: '' })
    const again = await ada.send('POST', path, { name: 'Twice', query: '' })
    expect(again.status).to.equal(409)
    expect(problem(again).detail).to.equal('You already have a view “Twice”')
    await save(mel, { name: 'Twice', query: '' })
    const broken = await ada.send('POST', path, { name: 'Broken', query: 'level:' })
    expect(broken.status).to.equal(400)
    expect(problem(broken).errors?.map(({ name }) => name)).to.deep.equal(['/query'])
    const other = await save(ada, { name: 'Other', query: '' })
    expect((await ada.send('PATCH', `${path}${other.id}/`, { name: 'Twice' })).status).to.equal(409)
    expect((await ada.send('PATCH', `${path}${other.id}/`, { query: 'level:' })).status).to.equal(400)
    expect((await ada.send('PATCH', `${path}${other.id}/`, {})).status).to.equal(400)
  })

  it("opens a member's list with a view, until it is gone for them", async () => {
    const view = await save(mel, { name: 'First thing', query: 'is:new', is_shared: true })
    const choose = (who: TestBrowser, id: string | null) =>
      who.send('PUT', chooseDefaultIssueView.path, { view_id: id })
    for (const who of [ada, mel, vic]) expect((await choose(who, view.id)).status).to.equal(200)
    const defaultsOf = async (who: TestBrowser) =>
      (await listOf(who)).filter(({ is_default: isDefault }) => isDefault).map(({ name }) => name)
    expect(await defaultsOf(vic)).to.deep.equal(['First thing'])
    await choose(vic, null)
    expect(await defaultsOf(vic)).to.deep.equal([])
    expect((await choose(vic, createId(served.time.now))).status).to.equal(404)
    await mel.send('PATCH', `${path}${view.id}/`, { is_shared: false })
    expect(await defaultsOf(mel)).to.deep.equal(['First thing'])
    expect(await namesOf(ada)).not.to.include('First thing')
    await mel.send('PATCH', `${path}${view.id}/`, { is_shared: true })
    expect(await defaultsOf(ada), 'it was out of their sight').to.deep.equal([])
    await mel.send('DELETE', `${path}${view.id}/`)
    expect(await defaultsOf(mel)).to.deep.equal([])
  })

  it('lets API keys store shared views only', async () => {
    const own = await served.call('POST', path, { name: 'Of a key', query: '' })
    expect(problem(own).errors?.map(({ name }) => name)).to.deep.equal(['/is_shared'])
    const shared = await served.call('POST', path, { name: 'Of a key', query: '', is_shared: true })
    expect(shared.status).to.equal(201)
    expect((await served.call('PUT', chooseDefaultIssueView.path, { view_id: null })).status).to.equal(403)
  })

  it("limits a member's views, and removes them with the member", async () => {
    const kim = await served.join('member', 'kim@example.com')
    const { max } = limits.capacity.issueViews
    const one = await save(kim, { name: 'one', query: '' })
    const database = new Sqlite(join(served.directory, 'control-plane.db'))
    database.pragma('foreign_keys = ON')
    const copy = database.prepare(
      `INSERT INTO issue_views SELECT ?, organization_id, member_id, ?, query, sort, created_at, updated_at
       FROM issue_views WHERE id = ?`,
    )
    for (let n = 1; n < max; n++) copy.run(createId(n), `copy ${n}`, one.id)
    const beyond = await kim.send('POST', path, { name: 'beyond', query: '' })
    expect(problem(beyond).detail).to.contain(`${max} issue views`)
    database.prepare("DELETE FROM users WHERE email = 'kim@example.com'").run()
    expect(database.prepare('SELECT count(*) AS left FROM issue_views WHERE id = ?').get(one.id)).to.deep.equal({
      left: 0,
    })
    database.close()
  })
})

import { expect } from 'chai'
import { searchEntries } from '../src/frame/palette/search-entries.js'

const action = (text: string) => ({ id: text, text, run: () => undefined })

describe('the command palette', () => {
  it("lists the screen's own actions first, then places", () => {
    const groups = ['Projects', 'Page', 'Go to', 'Issue'].map((heading) => ({ heading, actions: [action(heading)] }))
    expect(searchEntries(groups, '').map(({ heading }) => heading)).to.deep.equal([
      'Issue',
      'Go to',
      'Page',
      'Projects',
    ])
  })

  it('lists the actions that contain every typed word', () => {
    const groups = [{ heading: 'Go to', actions: [action('Open the deployment'), action('Open the issue')] }]
    const found = searchEntries(groups, 'ISSUE open').flatMap(({ entries }) => entries.map(({ text }) => text))
    expect(found).to.deep.equal(['Open the issue'])
  })
})

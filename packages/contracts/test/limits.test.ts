import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { limits } from '../src/index.js'

const folder = new URL('../src/limits/', import.meta.url)

describe('limits', () => {
  it('include those of every area without collisions', async () => {
    const files = readdirSync(folder).filter((file) => file !== 'sizes.ts')
    const areas = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>))
    const names = areas.flatMap((area) => Object.values(area).flatMap((one: object) => Object.keys(one)))
    expect(names.sort()).to.deep.equal(Object.keys(limits).sort())
  })
})

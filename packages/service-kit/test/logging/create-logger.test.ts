import { expect } from 'chai'
import { createLogger } from '../../src/index.js'

function captureLog() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, log: createLogger({ level: 'info', name: 'test', destination }) }
}

describe('createLogger', () => {
  it('writes one JSON object per line, with level, name and ISO time', () => {
    const { lines, log } = captureLog()
    log.debug({}, 'too small')
    log.info({ count: 1 }, 'done')
    expect(lines).to.have.length(1)
    const line: unknown = JSON.parse(lines[0] ?? '')
    expect(line).to.include({ level: 'info', name: 'test', msg: 'done', count: 1 })
    expect(lines[0]).to.match(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  })

  it('redacts credentials', () => {
    const { lines, log } = captureLog()
    const secret = 'very-secret'
    log.info({ authorization: secret, req: { headers: { authorization: secret, cookie: secret } } }, 'a request')
    log.info({ apiKey: secret, config: { bootstrap: { key: secret, token: secret } } }, 'a configuration')
    expect(lines.join('')).not.to.contain(secret)
  })
})

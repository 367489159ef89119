import { expect } from 'chai'
import { createLogger } from '../../src/logging/create-logger.js'
import { createTerminalLines } from '../../src/logging/terminal-lines.js'

describe('log lines on a terminal', () => {
  const write = (isColored: boolean) => {
    const lines: string[] = []
    const destination = createTerminalLines({ write: (text) => lines.push(text) }, { isColored })
    return { lines, destination, log: createLogger({ level: 'info', name: 'test', destination }) }
  }

  it('are readable: time, level, message and fields, with secrets blanked', () => {
    const { lines, log } = write(false)
    log.warn({ tookMs: 12, topic: 'envelopes', token: 'secret' }, 'it is late')
    expect(lines.join('')).to.match(/^\d\d:\d\d:\d\d warn it is late tookMs=12 topic=envelopes token="\[redacted\]"\n$/)
  })

  it("have the error's stack trace below them", () => {
    const { lines, log } = write(false)
    log.error({ err: new Error('no disk') }, 'cannot continue')
    expect(lines.join('')).to.match(/^\S+ error cannot continue\n {2}Error: no disk\n {6}at /)
  })

  it('are colored by level, if colors are enabled', () => {
    const { lines, log } = write(true)
    log.error({}, 'broken')
    expect(lines.join('')).to.include('\u001B[31merror\u001B[0m broken')
  })

  it('quote texts with special characters, and escape control characters that clients sent', () => {
    const { lines, log } = write(false)
    log.warn({ title: 'a "b" \u001B[2J\u009B1m\nc', count: 2 }, 'x')
    log.error({ err: new Error('bad\u001B]0;title\u0007') }, 'y')
    expect(lines[0]).to.match(/ warn x title="a \\"b\\" \\u001b\[2J\\u009b1m\\nc" count=2\n$/)
    expect(lines.join('')).to.not.match(/[^\P{Cc}\n]/u)
  })

  it('pass anything but JSON unchanged', () => {
    const { lines, destination } = write(false)
    destination.write('not json\n')
    expect(lines).to.deep.equal(['not json\n'])
  })
})

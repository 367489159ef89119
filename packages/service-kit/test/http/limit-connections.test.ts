import { EventEmitter } from 'node:events'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { limitConnections, type ConnectionLimits } from '../../src/http/limit-connections.js'

const { perAddressMax, refusedMs } = limits.connections

class StandIn extends EventEmitter {
  isOpen = true
  constructor(readonly remoteAddress: string) {
    super()
  }
  destroy() {
    if (this.isOpen) {
      this.isOpen = false
      this.emit('close')
    }
    return this
  }
}

describe('connections to the public port', () => {
  let now: number
  let server: EventEmitter
  let connections: ConnectionLimits
  beforeEach(() => {
    now = 0
    server = new EventEmitter()
    connections = limitConnections(
      server,
      (address) => address === '192.0.2.99',
      () => now,
    )
  })
  const connect = (address: string) => {
    const connection = new StandIn(address)
    server.emit('connection', connection)
    return connection
  }
  const fill = (address: string) => Array.from({ length: perAddressMax }, () => connect(address))

  it('are bounded by address: another one still connects, and the same one when it has closed some', () => {
    const [first, ...rest] = fill('::ffff:192.0.2.1')
    expect(rest.every(({ isOpen }) => isOpen)).to.equal(true)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
    expect(connect('192.0.2.2').isOpen).to.equal(true)
    first?.destroy()
    expect(connect('192.0.2.1').isOpen).to.equal(true)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
  })

  it('of one IPv6 network count together', () => {
    fill('2001:db8:0:7::1')
    expect(connect('2001:db8:0:7:ffff::2').isOpen).to.equal(false)
    expect(connect('2001:db8:0:8::1').isOpen).to.equal(true)
  })

  it('of a trusted proxy are not bounded', () => {
    fill('192.0.2.99')
    expect(connect('192.0.2.99').isOpen).to.equal(true)
  })

  it('are refused for a while to an address that broke a rule, and to nobody else', () => {
    const offender = connect('192.0.2.1')
    connections.refuse(offender)
    expect(offender.isOpen).to.equal(false)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
    expect(connect('192.0.2.2').isOpen).to.equal(true)
    now += refusedMs
    expect(connect('192.0.2.1').isOpen).to.equal(true)
  })

  it('of a trusted proxy are closed one by one: others come through it as well', () => {
    const offender = connect('192.0.2.99')
    connections.refuse(offender)
    expect(offender.isOpen).to.equal(false)
    expect(connect('192.0.2.99').isOpen).to.equal(true)
  })
})

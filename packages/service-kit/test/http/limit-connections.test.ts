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

  it('are limited per address: another address can still connect, and so can the same one after closing some', () => {
    const [first, ...rest] = fill('::ffff:192.0.2.1')
    expect(rest.every(({ isOpen }) => isOpen)).to.equal(true)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
    expect(connect('192.0.2.2').isOpen).to.equal(true)
    first?.destroy()
    expect(connect('192.0.2.1').isOpen).to.equal(true)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
  })

  it('of one IPv6 network are counted together', () => {
    fill('2001:db8:0:7::1')
    expect(connect('2001:db8:0:7:ffff::2').isOpen).to.equal(false)
    expect(connect('2001:db8:0:8::1').isOpen).to.equal(true)
  })

  it('of a trusted proxy are not limited', () => {
    fill('192.0.2.99')
    expect(connect('192.0.2.99').isOpen).to.equal(true)
  })

  it('are rejected for a while from an address that broke a rule, and from no other', () => {
    const offender = connect('192.0.2.1')
    connections.refuse(offender)
    expect(offender.isOpen).to.equal(false)
    expect(connect('192.0.2.1').isOpen).to.equal(false)
    expect(connect('192.0.2.2').isOpen).to.equal(true)
    now += refusedMs
    expect(connect('192.0.2.1').isOpen).to.equal(true)
  })

  it('of a trusted proxy are closed one by one, because others use it too', () => {
    const offender = connect('192.0.2.99')
    connections.refuse(offender)
    expect(offender.isOpen).to.equal(false)
    expect(connect('192.0.2.99').isOpen).to.equal(true)
  })
})

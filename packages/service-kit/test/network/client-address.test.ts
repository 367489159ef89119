import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { clientAddressOf } from '../../src/network/client-address.js'

describe("the client's address", () => {
  const isTrusted = (address: string) => address.startsWith('10.')
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['forged, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['203.0.113.7, not an address, 10.0.0.2', '10.0.0.2'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7%1', '203.0.113.7'],
    ['::FFFF:203.0.113.7%other', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
  ]
  for (const [forwarded, client] of cases) {
    it(`is ${client} if proxies forward ${forwarded}`, () => {
      const socket = new Socket()
      Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' })
      const req = new IncomingMessage(socket)
      req.headers['x-forwarded-for'] = forwarded
      expect(clientAddressOf(req, isTrusted)).to.equal(client)
      socket.destroy()
    })
  }
})

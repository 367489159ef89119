import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { createSecurityText } from '../../src/web-files/security-text.js'

const path = '/.well-known/security.txt'
const now = Date.parse('2026-05-17T12:00:00Z')

function serve(contact: string | undefined) {
  return express().use(createSecurityText({ contact, publicUrl: 'https://signalbox.test', clock: () => now }))
}

describe(`GET ${path}`, () => {
  it('names the contact for vulnerabilities, and its expiry', async () => {
    const { text } = await request(serve('mailto:security@example.com'))
      .get(path)
      .expect(200)
      .expect('Content-Type', 'text/plain; charset=utf-8')
    expect(text.split('\n')).to.deep.equal([
      'Contact: mailto:security@example.com',
      'Expires: 2026-11-13T12:00:00.000Z',
      `Canonical: https://signalbox.test${path}`,
      '',
    ])
  })

  it('does not exist if no contact is set', async () => {
    await request(serve(undefined)).get(path).expect(404)
  })
})

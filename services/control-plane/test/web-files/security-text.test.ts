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
  it('says whom to tell of a vulnerability, and until when that holds', async () => {
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

  it('is not there where nobody is named', async () => {
    await request(serve(undefined)).get(path).expect(404)
  })
})

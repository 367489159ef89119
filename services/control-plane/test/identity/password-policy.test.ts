import { ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { refuseGuessablePassword } from '../../src/identity/password-policy.js'

describe('new passwords', () => {
  const judge = async (password: string, email = 'ada.lovelace@example.com') => {
    try {
      await refuseGuessablePassword({ password, email, field: '/password' })
      return 'taken'
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return error.faults.map(({ name, detail }) => `${name} ${detail}`).join()
    }
  }

  for (const password of [
    'password1234',
    'Passw0rd1234',
    'qwertyuiop[]',
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    '123456789012',
    'iloveyou2024',
  ]) {
    it(`are rejected if commonly used: ${password}`, async () => {
      expect(await judge(password)).to.match(/^\/password is too easy to guess/)
    })
  }

  it("are rejected if they contain the user's address or a part of it, however written", async () => {
    for (const password of ['my Ada.Lovelace 77 rivers', 'zebra-EXAMPLE.com-tulip-9']) {
      expect(await judge(password)).to.equal('/password must not contain the e-mail address')
    }
  })

  it('are accepted if they are a few unrelated words', async () => {
    expect(await judge('zebra tulip canoe lantern')).to.equal('taken')
  })
})

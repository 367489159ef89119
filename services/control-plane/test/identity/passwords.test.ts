import { limits, ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { testPasswordCost } from '../../../../test/support/test-browser.js'
import { createAttempts, passwordAttempt } from '../../src/identity/attempts.js'
import { createGate } from '../../src/identity/gate.js'
import { createPasswords, defaultPasswordCost } from '../../src/identity/passwords.js'

const passwords = createPasswords(testPasswordCost)

describe('passwords', () => {
  it('match their stored hash, and nothing else does', async () => {
    const kept = await passwords.hash('correct horse battery')
    expect(await passwords.matches('correct horse battery', kept)).to.equal(true)
    for (const wrong of ['', 'correct horse batter', 'Correct horse battery', 'correct horse battery ']) {
      expect(await passwords.matches(wrong, kept), JSON.stringify(wrong)).to.equal(false)
    }
    expect(await passwords.matches('correct horse battery', undefined)).to.equal(false)
  })

  it('are stored with their own salt and the current parameters', async () => {
    const [first, second] = [await passwords.hash('the same'), await passwords.hash('the same')]
    expect(first.hash.equals(second.hash)).to.equal(false)
    expect(first).to.include({ cost: 16, block_size: 1, parallelization: 1 })
    expect(passwords.isOutdated(first)).to.equal(false)
    const later = createPasswords({ ...testPasswordCost, cost: 32 })
    expect(later.isOutdated(first)).to.equal(true)
    expect(await later.matches('the same', first)).to.equal(true)
  })

  it('are the same for every Unicode form of their characters', async () => {
    const kept = await passwords.hash('Zürich Å ﬁn')
    expect(await passwords.matches('Zu\u0308rich A\u030A fin', kept)).to.equal(true)
  })

  it('use 32 MiB by default', async () => {
    expect(128 * defaultPasswordCost.cost * defaultPasswordCost.blockSize).to.equal(32 * 1_024 * 1_024)
    expect(await createPasswords().hash('correct')).to.include({ cost: 32_768, block_size: 8, parallelization: 3 })
  })
})

describe('a gate', () => {
  const wait = () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    return { ended, end }
  }

  it('limits concurrency, runs the others in order, and refuses work if the queue is full', async () => {
    const gate = createGate({ runningMax: 2, waitingMax: 1 })
    const [first, second] = [wait(), wait()]
    const begun: number[] = []
    const enter = (number: number, until: Promise<void>) =>
      gate.run(async () => {
        begun.push(number)
        await until
      })
    const running = [enter(1, first.ended), enter(2, second.ended), enter(3, Promise.resolve())]
    const refused: unknown = await enter(4, Promise.resolve()).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(ServiceError).with.property('code', 'overloaded')
    expect(begun).to.deep.equal([1, 2])
    first.end()
    await running[2]
    expect(begun).to.deep.equal([1, 2, 3])
    second.end()
    await Promise.all(running)
    await enter(5, Promise.resolve())
    expect(begun).to.deep.equal([1, 2, 3, 5])
  })

  it('continues after failed work', async () => {
    const gate = createGate({ runningMax: 1, waitingMax: 0 })
    const failed = await gate.run(() => Promise.reject(new Error('no'))).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(Error).with.property('message', 'no')
    expect(await gate.run(() => Promise.resolve('yes'))).to.equal('yes')
  })
})

describe('attempts', () => {
  it('are remembered for the newest accounts, up to the limit', () => {
    const attempts = createAttempts(() => 0)
    const attack = passwordAttempt({ account: 'attacked@example.com', address: '192.0.2.1' })
    for (let count = 0; count < limits.signIn.attemptsPerAccount; count += 1) attempts.begin(attack)
    expect(() => {
      attempts.begin(attack)
    }).to.throw('Too many attempts')
    for (let count = 0; count < limits.signIn.attemptsTracked; count += 1) {
      attempts.begin(passwordAttempt({ account: `${count}@example.com`, address: `192.0.2.${count}` }))
    }
    attempts.begin(attack)
  })

  it('from one IPv6 network count together: a single host may have all of its addresses', () => {
    const attempts = createAttempts(() => 0)
    const attempt = (count: number, network: number) =>
      passwordAttempt({ account: `${count}@example.com`, address: `2001:db8:0:${network}::${count.toString(16)}` })
    for (let count = 0; count < limits.signIn.attemptsPerAddress; count += 1) attempts.begin(attempt(count, 1))
    expect(() => {
      attempts.begin(attempt(limits.signIn.attemptsPerAddress, 1))
    }).to.throw('Too many attempts')
    attempts.begin(attempt(limits.signIn.attemptsPerAddress + 1, 2))
  })
})

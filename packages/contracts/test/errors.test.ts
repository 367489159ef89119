import { expect } from 'chai'
import { Problem, ServiceError, createValidator, errorCatalogue, type ErrorCode } from '@signalbox/contracts'

describe('errorCatalogue', () => {
  for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
    it(`gives ${code} an error status and a title`, () => {
      expect(code).to.match(/^[a-z]+(-[a-z]+)*$/)
      expect(status).to.be.within(400, 599)
      expect(title).to.match(/^[A-Z].*[^.]$/)
    })
  }

  it('matches the codes in the problem schema', () => {
    const validate = createValidator(Problem)
    const problem = { type: 'about:blank', title: 'x', status: 400, request_id: 'r' }
    for (const code of Object.keys(errorCatalogue)) expect(validate({ ...problem, code }).ok, code).to.equal(true)
    expect(validate({ ...problem, code: 'teapot' }).ok).to.equal(false)
  })
})

describe('ServiceError', () => {
  it('takes its status from the catalogue and its message from the detail or the title', () => {
    const code: ErrorCode = 'not-found'
    expect(new ServiceError(code)).to.include({ code, status: 404, message: 'Not found', detail: undefined })
    expect(new ServiceError(code, { detail: 'No such key' })).to.include({
      message: 'No such key',
      detail: 'No such key',
    })
  })

  it('retains the cause, the faults and the retry delay', () => {
    const cause = new Error('disk')
    const faults = [{ in: 'query', name: 'limit', detail: 'must be an integer' }] as const
    const error = new ServiceError('overloaded', { cause, faults, retryAfterSeconds: 3 })
    expect(error.cause).to.equal(cause)
    expect(error.faults).to.deep.equal(faults)
    expect(error.retryAfterSeconds).to.equal(3)
  })
})

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect } from 'chai'
import { verifyAssertion, verifyAttestation } from '../../services/control-plane/src/identity/passkeys/credentials.js'
import type { Random } from '../support/random.js'
import { flipBytes, mutateBytes } from './mutations.js'
import type { FuzzSubject } from './subject.js'

const party = { id: 'signalbox.example', origin: 'https://signalbox.example' }
const challenge = Buffer.alloc(32, 7).toString('base64url')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const credentialId = Buffer.alloc(16, 9)
const id = credentialId.toString('base64url')

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const clientData = (type: string) => Buffer.from(JSON.stringify({ type, challenge, origin: party.origin }))

/** The public key in COSE: an elliptic curve key for ES256. */
function coseKey(): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [ofX, ofY] = [x, y].map((part) => Buffer.from(part, 'base64url'))
  const coordinate = Buffer.from([0x58, 32])
  const start = Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1])
  return Buffer.concat([start, Buffer.from([0x21]), coordinate, ofX!, Buffer.from([0x22]), coordinate, ofY!])
}

function authenticatorData(attested?: Buffer): Buffer {
  const userPresentAndVerified = 0x05
  const hasCredential = 0x40
  const flags = Buffer.from([userPresentAndVerified | (attested === undefined ? 0 : hasCredential)])
  return Buffer.concat([sha256(party.id), flags, Buffer.from([0, 0, 0, 1]), attested ?? Buffer.alloc(0)])
}

function attestationObject(): Buffer {
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, coseKey()])
  const data = authenticatorData(attested)
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
}

const passkey = {
  id: 'passkey',
  user_id: 'user',
  name: 'Laptop',
  credential_id: id,
  public_key: coseKey(),
  counter: 0,
  created_at: 0,
  last_used_at: 0,
}

const assertionParts = (() => {
  const data = authenticatorData()
  const client = clientData('webauthn.get')
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
  return { authenticatorData: data, clientDataJSON: client, signature }
})()
const attestationParts = { attestationObject: attestationObject(), clientDataJSON: clientData('webauthn.create') }

/** One of the parts damaged, in what browsers send; `isSame` if the damage changed nothing. */
function damageOne<Name extends string>(parts: Record<Name, Buffer>, random: Random) {
  const names = Object.keys(parts) as Name[]
  const chosen = names[random.integer(0, names.length - 1)]
  const damage = random.next() < 0.7 ? flipBytes : mutateBytes
  let isSame = true
  const texts = Object.fromEntries(
    names.map((name) => {
      const bytes = name === chosen && random.next() < 0.95 ? damage(parts[name], random) : parts[name]
      isSame &&= bytes.equals(parts[name])
      return [name, bytes.toString('base64url')]
    }),
  ) as Record<Name, string>
  return { texts, isSame }
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      expect(error).to.be.instanceOf(Error)
      return false
    },
  )

/**
 * Responses of authenticators: CBOR, COSE keys and signatures. One whose signed parts are damaged signs nobody in; of
 * the signature itself, readers ignore bytes after its end.
 */
export const passkeys: FuzzSubject = {
  name: 'damaged responses of passkeys',
  rounds: 300,
  round: async (_corpus, random) => {
    const spend = (given: string) => given === challenge
    const { texts: response, isSame } = damageOne(assertionParts, random)
    const { authenticatorData: data, clientDataJSON: client } = response
    const isSigned =
      data === assertionParts.authenticatorData.toString('base64url') &&
      client === assertionParts.clientDataJSON.toString('base64url')
    const isSignedIn = await succeeds(verifyAssertion(party, { assertion: { id, response }, passkey, spend }))
    if (isSame) expect(isSignedIn).to.equal(true)
    if (isSignedIn) expect(isSigned, JSON.stringify(response)).to.equal(true)
    const attestation = damageOne(attestationParts, random)
    const isAdded = await succeeds(verifyAttestation(party, { id, response: attestation.texts }, spend))
    if (attestation.isSame) expect(isAdded).to.equal(true)
  },
}

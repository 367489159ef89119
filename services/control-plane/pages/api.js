/** What the server refused. `status` is 0 when it could not be reached. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** Who is signed in, as the server said last. */
let person

/**
 * Asks the API.
 * @throws {Refusal}
 */
export async function ask(method, path, body) {
  const res = await reach(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && person && { 'x-csrf-token': person.csrf_token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await readAnswer(res)
  if (!res.ok) throw new Refusal(res.status, explain(answer, res.status))
  return answer
}

async function reach(path, request) {
  try {
    return await fetch(path, request)
  } catch {
    throw new Refusal(0, 'The server cannot be reached.')
  }
}

async function readAnswer(res) {
  const isJson = (res.headers.get('content-type') ?? '').includes('json')
  return isJson ? res.json() : undefined
}

function explain(problem, status) {
  const faults = (problem?.errors ?? []).map(({ name, detail }) => `${name} ${detail}`)
  return [problem?.detail ?? problem?.title ?? `The server answered ${status}.`, ...faults].join(' · ')
}

/**
 * Who is signed in.
 * @throws {Refusal} With status 401 when nobody is.
 */
export async function readPerson() {
  person = await ask('GET', '/api/v1/auth/session/')
  return person
}

/** A path of this installation, and nothing else: what stands in an address may have been written by anybody. */
export function safePath(text) {
  return typeof text === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/'
}

/** Leaves for the page to sign in, which comes back here. */
export function leaveToSignIn() {
  const returnTo = encodeURIComponent(location.pathname + location.search)
  location.replace(`/sign-in?return_to=${returnTo}`)
}

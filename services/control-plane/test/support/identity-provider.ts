import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { TestBrowser } from '../../../../test/support/test-browser.js'

/** A provider's claims about a person. */
export interface ProviderAccount {
  email?: string
  email_verified?: boolean
  name?: string
}

export const clientId = 'signalbox'
export const clientSecret = 'secret-of-the-client'

/** A real OpenID Connect provider on this machine that signs everyone in without interaction. */
export interface IdentityProvider {
  issuer: string
  /** By their subject. */
  accounts: Map<string, ProviderAccount>
  /** Signs someone in at an address from the control plane. @returns the redirect back. */
  visit(url: string, subject: string): Promise<URL>
  close(): Promise<void>
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const accounts = new Map<string, ProviderAccount>()
  /** The person using the browser. */
  let present = ''
  let serve: (req: IncomingMessage, res: ServerResponse) => Promise<void> = () => Promise.resolve()
  const server = createServer((req, res) => void serve(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider does not listen')
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = createProvider(issuer, { redirectUri, accounts })
  const handle = provider.callback()
  serve = async (req, res) => {
    if (req.url?.startsWith('/interaction/')) {
      await provider.interactionFinished(req, res, { login: { accountId: present } })
    } else {
      await handle(req, res)
    }
  }
  return {
    issuer,
    accounts,
    visit: async (url, subject) => {
      present = subject
      return followTo(redirectUri, url, new TestBrowser(issuer))
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function followTo(end: string, start: string, browser: TestBrowser): Promise<URL> {
  let url = new URL(start)
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.href.startsWith(end)) return url
    const { headers, status, body } = await browser.send('GET', url.href)
    const location = headers.get('location')
    if (location === null) throw new Error(`the provider answered ${status}: ${String(body)}`)
    url = new URL(location, url)
  }
  throw new Error('the provider sends in circles')
}

function createProvider(
  issuer: string,
  { redirectUri, accounts }: { redirectUri: string; accounts: Map<string, ProviderAccount> },
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['key-of-the-test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    loadExistingGrant: async (ctx) => {
      const accountId = ctx.oidc.session?.accountId ?? ''
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  return new Provider(issuer, configuration)
}

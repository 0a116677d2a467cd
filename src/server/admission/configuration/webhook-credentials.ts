import { messageOf } from '../../../base/errors/status.js'
import { byteText } from '../../../base/bytes/utf8.js'
import { goQuote } from '../../../base/go/printable.js'
import type { CredentialsFor, WebhookCredentials } from '../../../model/registry/webhook.js'
import type { AdmissionFiles } from '../configuration.js'
import { Misconfigured, documentOf } from './decode.js'

type User = {
  readonly [
    member in
      | ('token' | 'tokenFile' | 'username' | 'password')
      | ('client-certificate' | 'client-certificate-data' | 'client-key' | 'client-key-data')
  ]?: string
}
type Kubeconfig = {
  readonly users?: readonly { readonly name?: string; readonly user?: User }[]
  readonly contexts?: readonly { readonly name?: string; readonly context?: { readonly user?: string } }[]
  readonly 'current-context'?: string
}

/** What decides who a user is in ways that are not imitated. */
const LEFT_OUT = ['exec', 'auth-provider', 'as']

/**
 * Reads the kubeconfig of a plug-in, whose users are named by the webhooks that they are for
 * (apiserver/pkg/util/webhook: AuthenticationInfoResolver).
 *
 * @throws Misconfigured
 */
export function readCredentials(path: string, files: AdmissionFiles): CredentialsFor {
  // Members of other types are of no use, and show when a webhook refuses them.
  const kubeconfig = (documentOf(textIn(files, path, path)).value ?? {}) as Kubeconfig
  const { users = [], contexts = [], 'current-context': current } = kubeconfig
  for (const { name = '', user = {} } of users)
    for (const member of LEFT_OUT)
      if (Object.hasOwn(user, member))
        throw new Misconfigured(`${path}: the user ${goQuote(name)} has ${member}, which is not imitated`)
  const byName = new Map(
    users.map(({ name = '', user = {} }) => [name, credentialsOf(user, (file) => textIn(files, file, path))]),
  )
  const own = contexts.find(({ name }) => name === current)?.context?.user ?? ''
  return (target) => {
    const name = [...namesFor(target), '*', own].find((one) => byName.has(one))
    return name === undefined ? undefined : byName.get(name)
  }
}

/** Returns the names of users for a host and port, the best first. */
function namesFor(target: string): readonly string[] {
  const wide = (host: string) => {
    const parts = host.split('.')
    return [host, ...parts.slice(1).map((_, i) => `*.${parts.slice(i + 1).join('.')}`)]
  }
  return [...wide(target), ...(target.endsWith(':443') ? wide(target.slice(0, -':443'.length)) : [])]
}

function credentialsOf(user: User, read: (file: string) => string): WebhookCredentials {
  const { token, tokenFile, username, password = '' } = user
  const bearer = token || (tokenFile ? read(tokenFile) : '')
  const basic = username ? `Basic ${btoa(byteText(`${username}:${password}`))}` : ''
  const pem = (data: string | undefined, file: string | undefined) =>
    data ? atob(data) : file ? read(file) : undefined
  const cert = pem(user['client-certificate-data'], user['client-certificate'])
  const key = pem(user['client-key-data'], user['client-key'])
  const authorization = basic || (bearer && `Bearer ${bearer}`)
  return {
    headers: authorization ? { authorization } : {},
    ...(cert !== undefined && key !== undefined ? { certificate: { cert, key } } : {}),
  }
}

function textIn(files: AdmissionFiles, file: string, beside: string): string {
  try {
    return files.read(file, beside)
  } catch (error) {
    throw new Misconfigured(messageOf(error).replace(/^open /, 'stat '))
  }
}

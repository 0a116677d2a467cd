import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkArguments } from '../base/check/arguments.js'
import { text } from '../base/check/shape.js'
import { members, requiring } from '../base/check/shapes.js'
import { fileFailure } from './failure.js'
import { plainPlace, writeOver } from './files/write.js'

/** The server of a kubeconfig. */
export type KubeconfigOptions = {
  readonly url: string
  /** The certificate to trust, in PEM; without one the URL has to be plain HTTP. */
  readonly certificate?: string | undefined
  readonly token?: string | undefined
  /** The certificate and the key to sign in with, in PEM, in place of a token. */
  readonly client?: { readonly certificate: string; readonly key: string } | undefined
  /** The name of the context, and of its cluster and its user (default `fakecluster`). */
  readonly context?: string | undefined
}

const parameters = {
  options: requiring(
    members({
      url: text,
      certificate: text,
      token: text,
      context: text,
      client: requiring(members({ certificate: text, key: text }), ['certificate', 'key'], 'a client has both'),
    }),
    ['url'],
    'a kubeconfig names a server',
  ),
}

/** Returns a kubeconfig for a server, with a single context. */
export function kubeconfig(options: KubeconfigOptions): string {
  checkArguments('kubeconfig', parameters, [options], kubeconfig)
  const { url, certificate, token, client, context } = options
  const name = context === undefined ? 'fakecluster' : JSON.stringify(context)
  // JavaScript clients refuse plain HTTP without insecure-skip-tls-verify, kubectl refuses that flag beside a
  // certificate, and some clients need a user with credentials.
  const trust =
    certificate === undefined ? 'insecure-skip-tls-verify: true' : `certificate-authority-data: ${btoa(certificate)}`
  return `# Written by fakecluster.
apiVersion: v1
kind: Config
clusters:
  - name: ${name}
    cluster:
      server: ${JSON.stringify(url)}
      ${trust}
users:
  - name: ${name}
    user:
${client ? signedBy(client) : `      token: ${JSON.stringify(token ?? 'fakecluster')}`}
contexts:
  - name: ${name}
    context:
      cluster: ${name}
      user: ${name}
current-context: ${name}
`
}

const signedBy = ({ certificate, key }: NonNullable<KubeconfigOptions['client']>): string =>
  `      client-certificate-data: ${btoa(certificate)}\n      client-key-data: ${btoa(key)}`

/** A kubeconfig in a file. */
export type KubeconfigFile = {
  /** Its absolute path. */
  readonly path: string
  /** Removes the file; one that had entries of others becomes what it was before. */
  readonly remove: () => void
}

/**
 * Writes a kubeconfig to a file that only its owner can read. Other clusters, users and contexts in the file stay, as
 * when kubectl changes it; `fakecluster` becomes the current context.
 *
 * @throws StartError if it cannot be written, or is there and no kubeconfig
 */
export async function writeKubeconfig(path: string, text: string): Promise<KubeconfigFile> {
  const before = presentText(path)
  const after = before.trim() === '' ? text : (await import('./merge-kubeconfig.js')).merged(before, text, path)
  const place = writeOver(path, after, SECRET)
  const remove = () => {
    if (after === text) rmSync(place, { force: true })
    else writeOver(place, before, SECRET)
  }
  return { path: place, remove }
}

const SECRET = { isSecret: true }

/** Writes a kubeconfig to a new file in the folder for temporary files. */
export function writeTemporaryKubeconfig(text: string): KubeconfigFile {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-'))
  const path = writeOver(join(folder, 'kubeconfig.yaml'), text, SECRET)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Reads a file that is to be replaced; empty if it is not there. */
function presentText(path: string): string {
  try {
    return readFileSync(plainPlace(path), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw fileFailure(error, 'write', path)
  }
}

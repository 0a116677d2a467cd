import { readFile, writeFile } from 'node:fs/promises'
import { checkArguments } from '../check/arguments.js'
import { text } from '../check/shape.js'
import { members, requiring } from '../check/shapes.js'
import { StartError, fileFailure } from './failure.js'

/** The server of a kubeconfig. */
export type KubeconfigOptions = {
  readonly url: string
  /** The certificate to trust, in PEM; without one the URL has to be plain HTTP. */
  readonly certificate?: string | undefined
  readonly token?: string | undefined
}

const parameters = {
  options: requiring(members({ url: text, certificate: text, token: text }), ['url'], 'a kubeconfig names a server'),
}

const MARK = '# Written by fakecluster.\n'

/** Returns a kubeconfig for a server, with a single context named `fakecluster`. */
export function kubeconfig(options: KubeconfigOptions): string {
  checkArguments('kubeconfig', parameters, [options], kubeconfig)
  const { url, certificate, token } = options
  // JavaScript clients refuse plain HTTP without insecure-skip-tls-verify, kubectl refuses that flag beside a
  // certificate, and some clients need a user with credentials.
  const trust =
    certificate === undefined ? 'insecure-skip-tls-verify: true' : `certificate-authority-data: ${btoa(certificate)}`
  return `${MARK}apiVersion: v1
kind: Config
clusters:
  - name: fakecluster
    cluster:
      server: ${JSON.stringify(url)}
      ${trust}
users:
  - name: fakecluster
    user:
      token: ${JSON.stringify(token ?? 'fakecluster')}
contexts:
  - name: fakecluster
    context:
      cluster: fakecluster
      user: fakecluster
current-context: fakecluster
`
}

/**
 * Writes a kubeconfig to a file.
 *
 * @throws StartError if it cannot be written, or exists and was not written by fakecluster
 */
export async function writeKubeconfig(path: string, text: string): Promise<void> {
  try {
    const present = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    if (present.trim() !== '' && !present.startsWith(MARK))
      throw new StartError(
        `The file ${path} is not a kubeconfig that fakecluster wrote, so it is not overwritten: name another path.`,
      )
    await writeFile(path, text, { mode: 0o600 })
  } catch (error) {
    throw fileFailure(error, 'write', path)
  }
}

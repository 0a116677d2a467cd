import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readYaml } from '../../../base/yaml/read.js'
import { yamlTextOf } from '../../../base/yaml/text.js'
import { StartError, fileFailure } from '../../failure.js'
import type { Access } from './remote.js'

type Named<K extends string, T> = { readonly name: string } & { readonly [key in K]: T }
type Cluster = {
  readonly server?: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
}
type User = {
  readonly token?: string
  readonly tokenFile?: string
  readonly 'client-certificate'?: string
  readonly 'client-certificate-data'?: string
  readonly 'client-key'?: string
  readonly 'client-key-data'?: string
  readonly exec?: unknown
  readonly 'auth-provider'?: unknown
}
type Kubeconfig = {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<'cluster', Cluster>[]
  readonly contexts?: readonly Named<'context', { readonly cluster?: string; readonly user?: string }>[]
  readonly users?: readonly Named<'user', User>[]
}

/**
 * Returns how to access the server of a kubeconfig's current context. Certificates, keys and tokens are read inline or
 * from the files that are named.
 *
 * @throws StartError if the file cannot be read, names no server, or gets its credentials from a program, which is not
 * run
 */
export function accessOf(file: string): Access {
  const config = readConfig(file)
  const name = config?.['current-context']
  const context = config?.contexts?.find((entry) => entry.name === name)?.context
  const cluster = config?.clusters?.find((entry) => entry.name === context?.cluster)?.cluster
  const user = config?.users?.find((entry) => entry.name === context?.user)?.user ?? {}
  if (cluster?.server === undefined)
    throw new StartError(`${file} has no server for its current-context (${name ?? 'it has none'}).`)
  if (user.exec !== undefined || user['auth-provider'] !== undefined)
    throw new StartError(
      `${file} has a program fetch the credentials of ${context?.user}, which is not run here: start kubectl proxy, and give its URL with --server.`,
    )
  const bytes = (data: string | undefined, path: string | undefined) =>
    data !== undefined
      ? Buffer.from(data, 'base64')
      : path !== undefined
        ? read(resolve(dirname(file), path))
        : undefined
  const ca = bytes(cluster['certificate-authority-data'], cluster['certificate-authority'])
  const cert = bytes(user['client-certificate-data'], user['client-certificate'])
  const key = bytes(user['client-key-data'], user['client-key'])
  const token = user.token ?? bytes(undefined, user.tokenFile)?.toString().trim()
  return {
    base: cluster.server.replace(/\/$/, ''),
    ...(token === undefined ? {} : { token }),
    insecure: cluster['insecure-skip-tls-verify'] === true,
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
  }
}

function readConfig(file: string): Kubeconfig | null {
  const config = readYaml(yamlTextOf(read(file).toString()))
  if (config.error !== undefined) throw new StartError(`${file} is no kubeconfig: ${config.error}.`)
  return config.value as Kubeconfig | null // the form of a kubeconfig; all fields are optional
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}

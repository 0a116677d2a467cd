import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { ConnectableKubeConfig } from '../../../src/node/connect-kube-config.js'
import { installed } from '../setup/install.js'
import { clientNode } from '../setup/versions.js'
import type { Server } from './server.js'

/** An object as the client returns it: known types are deserialized, with times as Dates. */
export type ApiObject = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: {
    readonly name?: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly labels?: { readonly [key: string]: string }
    readonly finalizers?: readonly string[]
  }
  readonly spec?: { readonly [member: string]: unknown }
  readonly status?: unknown
  readonly items?: readonly ApiObject[]
}

/** A client of one API group: operations by name. */
export type Api = {
  readonly [operation: string]: ((request?: object, options?: object) => Promise<ApiObject>) | undefined
}

/** A client of every kind. */
export type ObjectApi = {
  readonly create: (object: object) => Promise<ApiObject>
  readonly read: (object: object) => Promise<ApiObject>
  readonly list: (apiVersion: string, kind: string, namespace?: string) => Promise<ApiObject>
  readonly replace: (object: object) => Promise<ApiObject>
  readonly patch: (
    object: object,
    pretty?: string,
    dryRun?: string,
    fieldManager?: string,
    force?: boolean,
    strategy?: string,
  ) => Promise<ApiObject>
  readonly delete: (object: object) => Promise<ApiObject>
}

/** An informer: a cache that follows a collection. */
export type Informer = {
  readonly on: (event: 'add' | 'update' | 'delete' | 'connect' | 'error', callback: (value: unknown) => void) => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly list: () => readonly ApiObject[]
}

type Config = ConnectableKubeConfig & {
  readonly loadFromString: (text: string) => void
  readonly makeApiClient: (api: ApiClass) => Api
}
type ApiClass = { readonly isApi: unique symbol }

// The package is installed at first use, so its types are missing at compile time.
type ClientNode = {
  readonly KubeConfig: new () => Config
  readonly CustomObjectsApi: ApiClass
  readonly KubernetesObjectApi: { readonly makeApiClient: (config: Config) => ObjectApi }
  readonly Watch: new (config: Config) => {
    readonly watch: (
      path: string,
      query: object,
      callback: (type: string, object: ApiObject & { readonly code?: number }) => void,
      done: (error: unknown) => void,
    ) => Promise<AbortController>
  }
  readonly PortForward: new (config: Config) => {
    readonly portForward: (
      namespace: string,
      pod: string,
      ports: readonly number[],
      output: Writable,
      error: Writable | null,
      input: Readable,
    ) => Promise<unknown>
  }
  readonly makeInformer: (
    config: Config,
    path: string,
    list: () => Promise<ApiObject>,
    labelSelector?: string,
  ) => Informer
  readonly setHeaderOptions: (name: string, value: string) => object
  readonly PatchStrategy: {
    readonly [strategy in 'JsonPatch' | 'MergePatch' | 'ServerSideApply' | 'StrategicMergePatch']: string
  }
}

/** The client package. */
export const k8s = (await import(pathToFileURL(join(await installed(clientNode), 'dist/index.js')).href)) as ClientNode

/** Creates a client of one API group, by the name of its class. */
export function apiOf(server: Pick<Server, 'kubeconfig'>, name: `${string}Api`): Api {
  const api = (k8s as unknown as { readonly [name: string]: ApiClass | undefined })[name] // a class for each API group
  if (!api) throw new Error(`the package has no ${name}`)
  return configOf(server).makeApiClient(api)
}

/** Loads the kubeconfig of a server. */
export function configOf({ kubeconfig }: Pick<Server, 'kubeconfig'>): Config {
  const config = new k8s.KubeConfig()
  config.loadFromString(kubeconfig)
  return config
}

/** Calls an operation of a client by its name. */
export function call(api: Api, operation: string, request?: object, options?: object): Promise<ApiObject> {
  const method = api[operation]
  if (!method) throw new Error(`the client has no ${operation}`)
  return method.call(api, request, options)
}

/** The request options for a kind of patch. */
export const writtenAs = (strategy: keyof ClientNode['PatchStrategy']): object =>
  k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy[strategy])

/** Matches the error of the client for a Status. */
export const apiException = (code: number, reason: string) => ({
  code,
  body: expect.stringContaining(`"reason":"${reason}"`),
})

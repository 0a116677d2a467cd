import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Cluster } from '../../../src/cluster/types.js'
import { installed } from '../../clients/setup/install.js'
import { clientNode } from '../../clients/setup/versions.js'

/** An object as the operator reads and writes it. */
export type ApiObject = {
  readonly apiVersion: string
  readonly kind: string
  metadata: {
    readonly name?: string
    readonly generateName?: string
    readonly namespace?: string
    resourceVersion?: string
    readonly deletionTimestamp?: Date
    labels?: { readonly [key: string]: string }
    finalizers?: readonly string[]
  }
  readonly spec?: { readonly [member: string]: unknown }
}

type ObjectApi = {
  readonly create: (object: ApiObject) => Promise<ApiObject>
  readonly read: (object: ApiObject) => Promise<ApiObject>
  readonly list: (apiVersion: string, kind: string) => Promise<{ readonly items: readonly ApiObject[] }>
  readonly replace: (object: ApiObject) => Promise<ApiObject>
  readonly patch: (
    object: ApiObject,
    pretty?: string,
    dryRun?: string,
    manager?: string,
    force?: boolean,
    strategy?: string,
  ) => Promise<ApiObject>
  readonly delete: (object: ApiObject) => Promise<unknown>
}

type OnEvent = (type: string, object: ApiObject) => void
type Watch = {
  readonly watch: (
    path: string,
    query: Readonly<Record<string, string>>,
    on: OnEvent,
    done: (error: unknown) => void,
  ) => Promise<AbortController>
}

/** A cache of a collection that follows it. */
export type Informer = {
  readonly on: (event: 'add' | 'update' | 'error', callback: (object: ApiObject) => void) => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly get: (name: string) => ApiObject | undefined
}

/** What an operator needs of the package, bound to one cluster. */
export type Client = { readonly objects: ObjectApi; readonly watch: Watch }

type Config = { readonly loadFromString: (text: string) => void }
type Sent = {
  readonly getUrl: () => string
  readonly getHttpMethod: () => string
  readonly getHeaders: () => Readonly<Record<string, string>>
  readonly getBody: () => string | undefined
}

// The package is installed at first use, so its own types are not there at compile time.
const k8s = (await import(pathToFileURL(join(await installed(clientNode), 'dist/index.js')).href)) as {
  readonly KubeConfig: new () => Config
  readonly KubernetesObjectApi: { readonly makeApiClient: (config: Config) => ObjectApi } & (new (
    configuration: object,
  ) => ObjectApi)
  readonly Watch: new (config: Config) => Watch
  readonly ListWatch: new (path: string, watch: Watch, list: () => Promise<object>, autoStart: boolean) => Informer
  readonly PatchStrategy: { readonly MergePatch: string }
  readonly createConfiguration: (parts: object) => object
  readonly wrapHttpLibrary: (library: { readonly send: (request: Sent) => Promise<object> }) => object
  readonly ServerConfiguration: new (url: string, variables: object) => object
  readonly ResponseContext: new (status: number, headers: object, body: object) => object
}

/** The package over a socket, as a program in production has it. */
export function clientOf(kubeconfig: string): Client {
  const config = new k8s.KubeConfig()
  config.loadFromString(kubeconfig)
  return { objects: k8s.KubernetesObjectApi.makeApiClient(config), watch: new k8s.Watch(config) }
}

/** The package without a socket: its requests go to a cluster's own fetch, which makes forks and sweeps cheap. */
export function clientIn({ fetch }: Cluster): Client {
  const send = async (request: Sent) => {
    const body = request.getBody()
    const reply = await fetch(new URL(request.getUrl()).href, {
      method: request.getHttpMethod(),
      headers: request.getHeaders(),
      ...(body === undefined ? {} : { body }),
    })
    return new k8s.ResponseContext(reply.status, Object.fromEntries(reply.headers), {
      text: () => reply.text(),
      binary: async () => Buffer.from(await reply.arrayBuffer()),
    })
  }
  const baseServer = new k8s.ServerConfiguration('http://cluster.local', {})
  return {
    objects: new k8s.KubernetesObjectApi(
      k8s.createConfiguration({ baseServer, httpApi: k8s.wrapHttpLibrary({ send }) }),
    ),
    watch: {
      watch: async (path, query, on, done) =>
        follow(fetch, `${path}?${new URLSearchParams({ ...query, watch: 'true' }).toString()}`, on, done),
    },
  }
}

function follow(fetch: Cluster['fetch'], path: string, on: OnEvent, done: (error: unknown) => void): AbortController {
  const stop = new AbortController()
  const read = async () => {
    const reply = await fetch(path, { signal: stop.signal })
    if (!reply.ok)
      throw Object.assign(new Error(`a watch was answered with ${reply.status}`), { statusCode: reply.status })
    let rest = ''
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: ApiObject }
        on(type, object)
      }
    }
  }
  read().then(
    () => done(null),
    (error: unknown) => stop.signal.aborted || done(error),
  )
  return stop
}

/** An informer on all Nodes. */
export const nodeInformer = ({ objects, watch }: Client): Informer =>
  new k8s.ListWatch('/api/v1/nodes', watch, () => objects.list('v1', 'Node'), false)

/** Sends a merge patch. */
export const mergePatch = ({ objects }: Client, patch: ApiObject): Promise<ApiObject> =>
  objects.patch(patch, undefined, undefined, undefined, undefined, k8s.PatchStrategy.MergePatch)

/** Does without the failures of one code. */
export const unless = (code: number) => (error: unknown) => {
  if ((error as { readonly code?: number }).code !== code) throw error
}

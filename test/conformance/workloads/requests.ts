import type { Server } from '../../../tools/record/play.js'
import type { Manifest, Step } from './scenario.js'

/** The server and namespace that a scenario is played in. */
export type Stage = { readonly server: Server; readonly namespace: string; readonly byState: boolean }

/** The cluster-scoped kinds. */
export const CLUSTER_WIDE = new Set([
  'Node',
  'PriorityClass',
  'Namespace',
  'StorageClass',
  'PersistentVolume',
  'RuntimeClass',
  'CertificateSigningRequest',
])

const LOOK = 1000
const MINUTE = 60_000

/** Lists the objects of a resource. */
export async function items(server: Server, namespace: string, resource: string) {
  const list = (await ask(server, 'GET', at(namespace, resource))) as {
    readonly kind: string
    readonly items?: readonly Manifest[]
  }
  const kind = list.kind.replace(/List$/, '')
  return (list.items ?? []).map((item) => ({
    ...item,
    kind,
    metadata: { ...item.metadata, name: item.metadata.name ?? '' },
  }))
}

/** Performs a step. */
export async function take(stage: Stage, step: Step): Promise<void> {
  const { server, namespace } = stage
  switch (step.do) {
    case 'create':
      for (const object of step.objects)
        await ask(server, 'POST', at(namespace, resourceOf(object)), await owned(server, namespace, object))
      return
    case 'patch':
      return void (await ask(server, 'PATCH', at(namespace, step.at), step.patch))
    case 'delete':
      return void (await ask(server, 'DELETE', at(namespace, step.at), step.options))
    case 'pods':
      return await eachPod(stage, step, (path) => ask(server, 'PATCH', `${path}/status`, { status: step.status }))
    case 'deletePods':
      return await eachPod(stage, step, (path) => ask(server, 'DELETE', path, undefined))
    case 'patchPods':
      return await eachPod(stage, step, (path) => ask(server, 'PATCH', path, step.patch))
    case 'evict':
      return await eachPod(stage, step, (path) =>
        ask(server, 'POST', `${path}/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: path.slice(path.lastIndexOf('/') + 1) },
          ...step.options,
        }),
      )
    case 'wait':
      return await server.pass(step.seconds * 1000)
    case 'minute':
      return await server.pass(MINUTE - (server.now() % MINUTE) + LOOK)
  }
}

async function eachPod(
  { server, namespace, byState }: Stage,
  { selector, count, ...step }: { readonly selector: string; readonly count: number; readonly status?: object },
  act: (path: string) => Promise<unknown>,
): Promise<void> {
  const pods = await items(server, namespace, `v1/pods?labelSelector=${encodeURIComponent(selector)}`)
  const phaseOf = (pod: object) => ('status' in pod ? (pod.status as { phase?: string }).phase : undefined)
  const wanted = 'status' in step && step.status && 'phase' in step.status ? step.status.phase : undefined
  const ended = (pod: object) =>
    ['Succeeded', 'Failed'].includes(phaseOf(pod) ?? '') || 'deletionTimestamp' in (pod as Manifest).metadata
  const left = pods.filter((pod) => !ended(pod) && (wanted === undefined || phaseOf(pod) !== wanted))
  const state = (pod: object) => (byState && 'status' in pod ? JSON.stringify(shownStatus(pod.status)) : '')
  const order = (pod: Manifest) =>
    `${JSON.stringify(pod.metadata['creationTimestamp'])} ${state(pod)} ${pod.metadata.name}`
  left.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  for (const pod of left.slice(0, count)) await act(at(namespace, `v1/pods/${pod.metadata.name}`))
}

/** The status of a pod, without fields that differ from run to run, that KWOK does not set or sets at random. */
const shownStatus = (status: unknown) =>
  JSON.parse(JSON.stringify(status), (key, value: unknown) =>
    /IPs?$|[tT]ime|ID$|observedGeneration|volumeMounts/.test(key) ? undefined : value,
  ) as unknown

/** Replaces the uids of owner references given by resource (`of v1/configmaps/a`) by the real ones. */
async function owned(server: Server, namespace: string, object: Manifest): Promise<Manifest> {
  const { ownerReferences } = object.metadata
  if (!Array.isArray(ownerReferences)) return object
  const known = await Promise.all(
    (ownerReferences as readonly { readonly uid: string }[]).map(async (owner) => {
      if (!owner.uid.startsWith('of ')) return owner
      // A Status, if it is missing, has no uid.
      const found = (await ask(server, 'GET', at(namespace, owner.uid.slice(3)))) as Manifest
      return { ...owner, uid: found.metadata['uid'] ?? NOBODY }
    }),
  )
  return { ...object, metadata: { ...object.metadata, ownerReferences: known } }
}
const NOBODY = '00000000-0000-4000-8000-000000000000'

const PLURALS: { readonly [kind: string]: string } = {
  PriorityClass: 'priorityclasses',
  Ingress: 'ingresses',
  StorageClass: 'storageclasses',
  Endpoints: 'endpoints',
  RuntimeClass: 'runtimeclasses',
}
/** Returns the resource of an object; it ends in `!` for a cluster-scoped kind. */
export const resourceOf = ({ apiVersion, kind }: Manifest) => {
  const plural =
    PLURALS[kind] ?? (kind.endsWith('y') ? `${kind.toLowerCase().slice(0, -1)}ies` : `${kind.toLowerCase()}s`)
  return `${apiVersion}/${plural}${CLUSTER_WIDE.has(kind) ? '!' : ''}`
}

/**
 * Returns the path of a resource such as `apps/v1/deployments/web` in a namespace, or of a cluster-scoped one that ends
 * in `!`.
 */
function at(namespace: string, resource: string): string {
  const [, groupVersion = '', rest = ''] = /^((?:[^/]+\.?[^/]*\/)?v[^/]+)\/(.*)$/.exec(resource) ?? []
  return rest.includes('!')
    ? `${groupVersion}/${rest.replace('!', '').replace('$own', namespace)}`
    : `${groupVersion}/namespaces/${namespace}/${rest}`
}

const REFUSED = new Set([403, 404, 409, 422, 429])

/** Sends a request; expected errors count as success. */
export async function ask(server: Server, method: string, path: string, body?: object): Promise<unknown> {
  const root = path.startsWith('v1/') ? 'api' : 'apis'
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json'
  const response = await server.fetch(
    new Request(`${server.base}/${root}/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}),
    }),
  )
  const reply: unknown = await response.json()
  if (!response.ok && !REFUSED.has(response.status))
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply).slice(0, 400)}`)
  return reply
}

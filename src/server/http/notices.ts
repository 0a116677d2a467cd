import { bytesText } from '../../base/bytes/utf8.js'
import { profileHint } from '../../model/registry/profile-hint.js'
import type { Profile } from '../../model/registry/profile.js'
import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import type { Fetch } from './app.js'

// What whoever runs a server is told, once, of a request that did not do what its client may have thought.

/** A notice: wrappers that pass requests on, and print it at some of the replies. */
type Notice = { readonly handle: (handle: Handle) => Handle; readonly fetch: (fetch: Fetch) => Fetch }

/**
 * Makes wrappers that call `tell` with the replies to requests for which `about` returns something; replies are
 * unchanged.
 */
function listenTo<T>(
  about: (asked: Pick<Asked, 'method' | 'url' | 'headers'>) => T | undefined,
  tell: (told: T, reply: Reply) => void,
): Notice {
  const heard = (told: T, reply: Reply): Reply => {
    tell(told, reply)
    return reply
  }
  return {
    handle: (handle) => (asked) => {
      const told = about(asked)
      const reply = handle(asked)
      if (told === undefined) return reply
      return reply instanceof Promise ? reply.then((made) => heard(told, made)) : heard(told, reply)
    },
    fetch: (fetch) => (request, bindings) => {
      const { send } = bindings
      const told = about(request)
      if (told === undefined || !send) return fetch(request, bindings)
      return fetch(request, { ...bindings, send: (reply) => send(heard(told, reply)) })
    },
  }
}

/** Resources that are stored without any effect, and what is missing. */
const INERT: { readonly [resource: string]: string } = {
  'rbac.authorization/roles': 'everyone may do everything, unless --authorization-mode says otherwise',
  'rbac.authorization/rolebindings': 'everyone may do everything, unless --authorization-mode says otherwise',
  'rbac.authorization/clusterroles': 'everyone may do everything, unless --authorization-mode says otherwise',
  'rbac.authorization/clusterrolebindings': 'everyone may do everything, unless --authorization-mode says otherwise',
  'networking/networkpolicies': 'there is no network to keep anybody from',
}

const PATH = /^[a-z]+:\/\/[^/]*\/apis\/([a-z.]+?)\.[^./]+\.io\/[^/]+\/(?:namespaces\/[^/]+\/)?([a-z]+)(?=[/?]|$)/

/** Makes a listener that prints, once per resource and cluster, that its objects have no effect. */
export function printInert(cluster: () => { readonly authorizes: boolean }, print: (line: string) => void): Notice {
  const told = new WeakMap<object, Set<string>>()
  return listenTo(inertOf, (resource, { status }) => {
    const known = told.get(cluster()) ?? new Set()
    told.set(cluster(), known)
    const isHeeded = resource.startsWith('rbac.') && cluster().authorizes
    if (status !== 201 || isHeeded || known.has(resource)) return
    known.add(resource)
    print(`The first of ${resource.replace(/^.*\//, '')} is stored, but it has no effect here: ${INERT[resource]}.`)
  })
}

const UNCONVERTED = /conversion webhook for \S+, Kind=(\w+) failed: /

/** Makes a listener that prints the way out, once per kind and cluster, where a webhook that converts is missed. */
export function printUnconverted(cluster: () => object, print: (line: string) => void): Notice {
  const told = new WeakMap<object, Set<string>>()
  return listenTo(
    ({ url }) => (url.includes('/apis/') ? url : undefined),
    (_url, { status, body }) => {
      if (status !== 500 && status !== 429) return
      const [, kind] = UNCONVERTED.exec(textOf(body)) ?? []
      const known = told.get(cluster()) ?? new Set()
      told.set(cluster(), known)
      if (kind === undefined || known.has(kind)) return
      known.add(kind)
      print(
        `The webhook that converts objects of kind ${kind} has failed: they can be used in the version they are stored in only. What stands behind its Service is named by \`services\` or \`--service\`; with \`conversion: None\` (strategy: None) in the definition, nothing has to.`,
      )
    },
  )
}

/** Makes a listener that prints, once, that a client refused as anonymous may have credentials it does not send. */
export function printUnsent(print: (line: string) => void): Notice {
  let isTold = false
  return listenTo(
    ({ url, headers }) => (!isTold && url.startsWith('http:') && headers.get('authorization') === null) || undefined,
    (_, { status, body }) => {
      if (isTold || (status !== 401 && !(status === 403 && textOf(body).includes('User \\"system:anonymous\\"'))))
        return
      isTold = true
      print(
        'A request without credentials is refused. Over plain HTTP, kubectl and client-go send none, whatever their kubeconfig has: with --tls (`tls: true`) they do.',
      )
    },
  )
}

function textOf(body: Reply['body']): string {
  if (body.type === 'text') return body.text
  return body.type === 'bytes' ? body.pieces.map(bytesText).join('') : ''
}

/** Returns the resource without effect that a request may create an object of, if any. */
function inertOf({ method, url }: Pick<Asked, 'method' | 'url'>): string | undefined {
  if (method === 'GET' || url.includes('dryRun')) return undefined
  const [, group = '', plural = ''] = PATH.exec(url) ?? []
  const resource = `${group}/${plural}`
  return Object.hasOwn(INERT, resource) ? resource : undefined
}

const ANY_PATH = /^[a-z]+:\/\/[^/]*(\/[^?#]*)/

/** Makes a listener that prints how to enable the groups of another profile, at the first request for a missing one. */
export function printProfileHint(profile: Profile['name'], print: (line: string) => void): Notice {
  let isTold = false
  return listenTo(
    ({ url }) => (isTold ? undefined : profileHint({ name: profile }, ANY_PATH.exec(url)?.[1] ?? '')),
    (hint, { status }) => {
      if (isTold || status !== 404) return
      isTold = true
      print(hint)
    },
  )
}

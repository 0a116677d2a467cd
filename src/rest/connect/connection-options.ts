import type { ConnectPart } from '../../model/registry/subresource-name.js'
import { array, boolean, int32, nullable, string, struct } from '../../schema/builders.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'

/** The kind of the options of a connection, and what they are made of. */
type OptionsKind = { readonly kind: string; readonly schema: Schema }

const FLAGS = ['stdin', 'stdout', 'stderr', 'tty']
const SESSION = { ...Object.fromEntries(FLAGS.map((flag) => [flag, boolean()])), container: string() }
const PROXY = { path: string() }

const optionsKind = (kind: string, members: { readonly [member: string]: Schema }): OptionsKind => ({
  kind,
  schema: struct(`io.k8s.api.core.v1.${kind}`, { kind: string(), apiVersion: string(), ...members }),
})

const KINDS: { readonly [path: string]: OptionsKind } = {
  'pods/exec': optionsKind('PodExecOptions', { ...SESSION, command: nullable(array(string())) }),
  'pods/attach': optionsKind('PodAttachOptions', SESSION),
  'pods/portforward': optionsKind('PodPortForwardOptions', { ports: array(int32()) }),
  'pods/proxy': optionsKind('PodProxyOptions', PROXY),
  'services/proxy': optionsKind('ServiceProxyOptions', PROXY),
  'nodes/proxy': optionsKind('NodeProxyOptions', PROXY),
}

/** Returns the kind of the options of a connection; undefined for what is no connection, such as reading a log. */
export const connectionKind = (plural: string, part: string): OptionsKind | undefined => {
  const path = `${plural}/${part}`
  return Object.hasOwn(KINDS, path) ? KINDS[path] : undefined
}

/** The query of a request that connects, and the path behind `/proxy`. */
export type Given = { readonly all: (name: string) => readonly string[]; readonly path: string }

/**
 * Returns the options of a connection as an object, which has no metadata: that is how admission sees it (core:
 * Convert_url_Values_To_v1_PodExecOptions).
 */
export function connectionOptions(kind: string, part: ConnectPart, { all, path }: Given): KubeObject {
  const head = { kind, apiVersion: 'v1' }
  return { ...head, ...membersOf(part, all, path) } as unknown as KubeObject // without metadata
}

/** Returns the query and the path that options stand for. */
export function givenBy({ path = '', ...options }: KubeObject): Given {
  return { all: (name) => [options[name] ?? []].flat().map(String), path: String(path) }
}

function membersOf(part: ConnectPart, all: Given['all'], path: string): { readonly [member: string]: unknown } {
  if (part === 'proxy') return path === '' ? {} : { path }
  if (part === 'portforward') return ifAny('ports', all('ports').map(Number).filter(Number.isInteger))
  const flags = FLAGS.filter((flag) => isSet(all(flag))).map((flag) => [flag, true])
  const [container = ''] = all('container')
  return {
    ...Object.fromEntries(flags),
    ...(container ? { container } : {}),
    // The one list that is there when it is empty.
    ...(part === 'exec' ? { command: all('command').length > 0 ? all('command') : null } : {}),
  }
}

const ifAny = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {})

/** Reads a flag of a query as Go does: everything but `false` and `0` sets it. */
const isSet = ([first]: readonly string[]): boolean =>
  first !== undefined && first.toLowerCase() !== 'false' && first !== '0'

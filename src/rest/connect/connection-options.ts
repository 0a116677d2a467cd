import type { ConnectPart } from '../../model/registry/subresource-name.js'
import type { KubeObject } from '../../schema/object.js'

const KINDS: { readonly [path: string]: string } = {
  'pods/exec': 'PodExecOptions',
  'pods/attach': 'PodAttachOptions',
  'pods/portforward': 'PodPortForwardOptions',
  'pods/proxy': 'PodProxyOptions',
  'services/proxy': 'ServiceProxyOptions',
  'nodes/proxy': 'NodeProxyOptions',
}

/** Returns the kind of the options of a connection; undefined for what is no connection, such as reading a log. */
export const connectionKind = (plural: string, part: string): string | undefined => {
  const path = `${plural}/${part}`
  return Object.hasOwn(KINDS, path) ? KINDS[path] : undefined
}

/** The query of a request that connects, and the path behind `/proxy`. */
type Given = { readonly all: (name: string) => readonly string[]; readonly path: string }

const FLAGS = ['stdin', 'stdout', 'stderr', 'tty']

/**
 * Returns the options of a connection as an object, which has no metadata: that is how admission sees it (core:
 * Convert_url_Values_To_v1_PodExecOptions).
 */
export function connectionOptions(kind: string, part: ConnectPart, { all, path }: Given): KubeObject {
  const head = { kind, apiVersion: 'v1' }
  return { ...head, ...membersOf(part, all, path) } as unknown as KubeObject // without metadata
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

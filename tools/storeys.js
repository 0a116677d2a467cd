/**
 * Modules that load at the start are bundled into one chunk for several rooms, listed from the bottom, since each file
 * adds half a millisecond to an import. The longest path that a module is in tells its chunk. Single modules that the
 * small entries load too, for matchers, are in the lowest.
 */
const STOREYS = Object.entries({
  packages: ['sorted-btree', 'immer', 'hashes', 'hono'],
  base: [
    ...['base', 'schema', 'store', 'cel', 'model/generated', 'model/registry', 'model/select', 'model/patch'],
    ...['server/journal/format', 'server/client/shapes'],
  ],
  rest: [
    ...['model/call', 'model/apply', 'rest', 'kinds/apiextensions', 'kinds/bootstrap', 'model/generated/bootstrap'],
    // What definitions load, too.
    'kinds/struct/go-formats',
  ],
  kinds: ['kinds', 'controllers/agents/kubelet'],
  server: ['server'],
  controllers: ['controllers'],
  cluster: ['cluster'],
  // What a page does not load.
  testing: [
    ...['cluster/testing', 'cluster/bundles', 'cluster/bundle/bundle-error', 'cluster/fleet', 'cluster/lint/lint'],
    ...['cluster/upgrade/diff-versions', 'cluster/upgrade/formats', 'cluster/upgrade/types'],
    'controllers/runtime/define',
  ],
  // What a port needs from the start, and a page later.
  bytes: ['base/bytes/gathered-bytes'],
  // What of the server only a port needs.
  node: [
    'node',
    'base/bytes/gathered-bytes',
    ...['guard', 'inert', 'listen-to', 'log', 'notice'].map((name) => `server/http/${name}`),
  ],
  // What some entries load without the rest of its room is in chunks of its own.
  apart: [
    'server/http/websocket',
    'node/testing/keeper',
    'node/testing/jest-keeping',
    'node/cli/assets',
    'node/cli/engine',
    'node/http',
    'server/control',
    'server/kubelet',
  ],
})

/** The chunks of what loads at the start, from the bottom up. */
export const CHUNKS = STOREYS.map(([name]) => name)

/**
 * Returns the chunk for a module that loads at the start, or a package; null if it has its own. `module` is the path in
 * src/, without its ending: `server/client/shapes`.
 */
export function storeyOf(module) {
  const paths = module.split('/').map((_, i, all) => all.slice(0, all.length - i).join('/'))
  const named = paths.flatMap((path) => STOREYS.filter(([, names]) => names.includes(path)).map(([name]) => name))
  return named[0] === 'apart' ? null : (named[0] ?? null)
}

/**
 * Small modules that load later for several parts, by what needs all of them: the scheduler, the controllers that make
 * pods, definitions, and expressions. They are in one file each, since each file adds up to a millisecond to the first
 * use.
 */
const SHARED = Object.entries({
  scheduling: [
    ...['model/select/label-selector-object', 'kinds/core/pod/internal-pod-spec'],
    ...['kinds/resource/consumed-capacity', 'controllers/resource/device-taints'],
    ...['controllers/storage/volume-match', 'controllers/storage/bind'],
  ],
  workloads: [
    ...['base/go/fnv', 'controllers/history/template-patch', 'controllers/history/revisions'],
    ...['template-hash', 'slow-start', 'make-pod', 'claim', 'stated-pod'].map((name) => `controllers/pods/${name}`),
    ...['controllers/apps/deployments/deployment', 'controllers/apps/deployments/fenceposts'],
  ],
  definitions: ['base/json/json-path', 'base/rules/webhook-url', 'schema/field-path'],
  expressions: ['base/go/netip', 'base/go/url', 'base/time/time-zone'],
})

/** Returns the chunk of a small module that loads later for several parts; null for all others. */
export const sharedOf = (module) => SHARED.find(([, names]) => names.includes(module))?.[0] ?? null

/** Returns the chunk of a module that loads later: its room, so that stack frames show where in the sources to look. */
export const roomOf = (module) =>
  /^model\/generated(?:\/(?:bootstrap|descriptions))?(?=\/)/.exec(module)?.[0].replaceAll('/', '-') ??
  /^[^/]+(?=\/)/.exec(module)?.[0] ??
  null

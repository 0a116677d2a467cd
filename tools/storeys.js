/**
 * Modules that load at the start are bundled into one chunk for several rows of the picture in CONTRIBUTING.md, listed
 * from the bottom, since each file adds half a millisecond to an import. A folder of which some entries load only a
 * part is in no chunk. Single modules that the small entries load too, for matchers, are in the lowest.
 */
const STOREYS = Object.entries({
  packages: ['sorted-btree', 'immer', 'hashes', 'hono'],
  base: [
    ...['base', 'kinds-generated', 'check', 'schema', 'store', 'yaml', 'source', 'cel', 'registry', 'select', 'patch'],
    ...['journal/format', 'client/shapes'],
  ],
  rest: ['api', 'apply', 'containers', 'rest', 'apiextensions', 'bootstrap', 'kinds-generated-bootstrap'],
  kinds: ['kinds', 'agents', 'quota'],
  pipeline: [
    ...['wire', 'hooks', 'discovery', 'journal', 'metrics'],
    ...['accounts', 'admission', 'pipeline', 'http', 'client', 'load'],
  ],
  controllers: ['scheduler', 'controllers'],
  cluster: ['state', 'populate', 'bundle', 'cluster'],
  testing: ['testing'],
  node: ['node'],
})
/** What entries load that load nothing else of its folder. */
const APART = ['node/keeper', 'node/jest-keeping']

/**
 * Returns the chunk for a module of a folder in src/ that loads at the start; null if the folder has its own chunks.
 * `module` is the path in src/, without its ending: `client/shapes`.
 */
export function storeyOf(folder, module) {
  const listing = (name) => STOREYS.find(([, names]) => names.includes(name))?.[0]
  return APART.includes(module) ? null : (listing(module) ?? listing(folder) ?? null)
}

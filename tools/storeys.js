/**
 * Modules that load at the start are bundled into one chunk for several rows of the picture in CONTRIBUTING.md, listed
 * from the bottom, since each file adds half a millisecond to an import. A folder of which some entries load only a
 * part is in no chunk.
 */
const STOREYS = Object.entries({
  base: ['base', 'kinds-generated', 'check', 'schema', 'store', 'yaml', 'source', 'cel', 'registry', 'select'],
  rest: ['api', 'apply', 'containers', 'rest', 'apiextensions', 'bootstrap', 'kinds-generated-bootstrap'],
  kinds: ['kinds', 'agents', 'quota'],
  pipeline: ['wire', 'hooks', 'discovery', 'metrics', 'accounts', 'admission', 'pipeline', 'http', 'load'],
  controllers: ['scheduler', 'controllers'],
  cluster: ['state', 'populate', 'bundle', 'cluster'],
})

/**
 * Returns the chunk for the modules of a folder in src/ that load at the start; null if the folder has its own chunks.
 */
export function storeyOf(folder) {
  return STOREYS.find(([, folders]) => folders.includes(folder))?.[0] ?? null
}

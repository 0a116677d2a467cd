/**
 * What is loaded from the start is in one chunk for several rows of CONTRIBUTING's picture, from below, as each file
 * more costs an import half a millisecond. A folder of which some entries take only a part is in none.
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
 * The storey of a folder of src/: the chunk that what is loaded of it from the start is in. Null where it has chunks of
 * its own.
 */
export function storeyOf(folder) {
  return STOREYS.find(([, folders]) => folders.includes(folder))?.[0] ?? null
}

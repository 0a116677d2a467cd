import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { connect } from '../../../tools/record/connect.js'

// npx tsx test/conformance/facts/record.ts KUBECONFIG
// Writes what a server with default settings tells of itself, as that of its version: the hashes of its OpenAPI documents
// and of what discovery lists, and its feature gates.

/** What is told, by path, part or gate. */
type Facts = { readonly [name: string]: string }

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

const [kubeconfig = ''] = process.argv.slice(2)
const server = connect(kubeconfig)
const { major, minor } = JSON.parse(await textOf('/version')) as { readonly major: string; readonly minor: string } // its format
const version = `${major}.${minor}`

write('document-hashes-of-versions', await documentHashes())
write('discovery-hashes-of-versions', await discoveryHashes())
write('feature-gates', await featureGates())

function write(file: string, facts: Facts): void {
  const target = new URL(`${file}.json.gz`, import.meta.url)
  const before = JSON.parse(gunzipSync(readFileSync(target)).toString()) as { readonly [version: string]: Facts } // as below
  writeFileSync(target, gzipSync(JSON.stringify({ ...before, [version]: facts }), { level: 9 }))
  console.log(`${file}: ${Object.keys(facts).length} of ${version}`)
}

async function documentHashes(): Promise<Facts> {
  const { paths } = JSON.parse(await textOf('/openapi/v3')) as {
    readonly paths: { readonly [part: string]: { readonly serverRelativeURL: string } }
  } // the index
  const hashes = Object.entries(paths).map(([part, { serverRelativeURL }]) => [
    part,
    serverRelativeURL.replace(/^.*hash=/, ''),
  ])
  return Object.fromEntries(hashes) as Facts // of pairs of strings
}

async function discoveryHashes(): Promise<Facts> {
  const groups = JSON.parse(await textOf('/apis')) as {
    readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[]
  } // an APIGroupList
  const versions = groups.groups.flatMap((group) => group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`))
  const facts: { [path: string]: string } = {}
  for (const path of ['/apis', '/api/v1', ...versions])
    facts[path] = createHash('sha512')
      .update(await textOf(path))
      .digest('hex')
      .toUpperCase()
  for (const path of ['/api', '/apis'])
    facts[`aggregated ${path}`] = (await ask(path, AGGREGATED)).headers.get('etag')?.replaceAll('"', '') ?? ''
  return facts
}

async function featureGates(): Promise<Facts> {
  const told = (await textOf('/metrics')).matchAll(
    /^kubernetes_feature_enabled\{name="(\w+)",stage="(\w*)"\} ([01])$/gm,
  )
  return Object.fromEntries(
    [...told].map(([, gate, stage, isOn]) => [
      gate,
      `${isOn === '1' ? 'on' : 'off'} ${stage?.toLowerCase() || 'stable'}`,
    ]),
  )
}

async function textOf(path: string): Promise<string> {
  const reply = await ask(path)
  if (!reply.ok) throw new Error(`${path} is answered by ${reply.status}`)
  return reply.text()
}

function ask(path: string, accept = 'application/json, */*'): Promise<Response> {
  const { base, admin } = server
  const headers = { accept, ...(admin === undefined ? {} : { authorization: `Bearer ${admin}` }) }
  return server.fetch(new Request(new URL(path, base), { headers }))
}

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LoadError, createCluster } from '../../../src/index.js'
import { run } from '../../../src/node/cli/main.js'

const BUNDLE = { format: 1, versions: { fakecluster: '0.1.0', kubernetes: 'v1.33.13' } }
const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: ['a.yaml'] }
const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
const SCRIPT = [{ before: { verb: 'list' }, then: { status: 'Conflict' } }]
const OPENAPI = { openapi: '3.0.0', info: {}, paths: {} }

/** Returns bytes as a file of them is read. */
const asRead = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const CASES: readonly (readonly [what: string, given: string | object, words: string])[] = [
  ['a bundle', BUNDLE, 'this is a bundle: fakecluster inspect FILE'],
  ['the page of a bundle', '<!doctype html>\n<p>a: b</p>\n<script id="bundle"></script>', 'this is a bundle'],
  ['another page', '<html>\n<p>a: {b</p>', 'this is an HTML page'],
  ['a Kustomization', KUSTOMIZATION, 'this is a Kustomization: build it, kubectl kustomize FOLDER'],
  ['a Kustomization without kind', { resources: ['a.yaml'] }, 'this is a Kustomization'],
  ['a Helm template', 'kind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n', 'this is a Helm template, not YAML'],
  ['a Helm template that begins so', '{{- if .Values.on }}\nkind: ConfigMap\n{{- end }}\n', 'this is a Helm template'],
  ['UTF-16', asRead(Buffer.from('\ufeffkind: ConfigMap\n', 'utf16le')), 'this is UTF-16, as > of PowerShell writes it'],
  ['UTF-16 from its other end', asRead(Buffer.from('\ufeffa: b\nc: d\n', 'utf16le').swap16()), 'this is UTF-16'],
  ['what is compressed', `${asRead(gzipSync('kind: ConfigMap'))}\n.`, 'this is compressed: unpack it, gunzip FILE'],
  ['a chart', { apiVersion: 'v2', name: 'shop', version: '1.0.0' }, 'this is the Chart.yaml of a Helm chart'],
  ['a kubeconfig', { apiVersion: 'v1', kind: 'Config', clusters: [], contexts: [] }, 'this is a kubeconfig'],
]

const messageOf = async (options: Parameters<typeof createCluster>[0]): Promise<string> => {
  try {
    await createCluster({ controllers: 'none', ...options }).ready()
    return 'nothing is wrong'
  } catch (error) {
    if (error instanceof LoadError) return error.message
    throw error
  }
}

describe.each(['fixtures', 'scripts', 'crds', 'openapi'] as const)('given as %s', (place) => {
  test.each(CASES)('%s is named, with what to do', async (_, given, words) => {
    expect(await messageOf({ [place]: given })).toContain(words)
    const asText = typeof given === 'string' ? given : JSON.stringify(given)
    expect(await messageOf({ [place]: asText })).toContain(words)
  })

  test('what belongs elsewhere is told where', async () => {
    const elsewhere = [
      { of: 'fixtures', given: OBJECT, words: place === 'crds' ? 'given as fixtures' : 'give it as fixtures' },
      { of: 'scripts', given: SCRIPT, words: 'this is a script: give it as scripts (--scripts)' },
      { of: 'openapi', given: OPENAPI, words: 'this describes an API: give it as openapi (--openapi)' },
    ].filter(({ of }) => of !== place)
    for (const { given, words } of elsewhere) expect(await messageOf({ [place]: given })).toContain(words)
  })
})

test.each(['before', 'admit', 'after', 'watch', 'expect', 'when', 'containers', 'invariants'])(
  'an entry of a script with %s is told where it belongs',
  async (word) => {
    const entry = { [word]: word === 'invariants' ? [] : {} }
    for (const place of ['fixtures', 'crds', 'openapi'])
      expect(await messageOf({ [place]: [entry] })).toContain('this is a script: give it as scripts (--scripts)')
  },
)

test.each([
  ['improt --server x', 'There is no command improt. Did you mean import?'],
  ['inspct a.html', 'There is no command inspct. Did you mean inspect?'],
  ['serve', 'There is no command serve: without one, fakecluster serves a cluster; the others are'],
  ['shop.yaml', 'What to start with is given by a flag: fakecluster --fixtures shop.yaml.'],
  ['run.fakecluster.html', 'A bundle is shown by fakecluster inspect run.fakecluster.html.'],
])('the command line %s', async (line, words) => {
  const err: string[] = []
  const io = { out: () => undefined, err: (text: string) => err.push(text), signal: AbortSignal.abort() }
  expect(await run(line.split(' '), io)).toBe(2)
  expect(err.join()).toContain(words)
})

import { isObject, type JsonObject } from '../json/json.js'

/** Where an input is given: the name of the option and of the flag. */
type InputFor = 'fixtures' | 'scripts' | 'crds' | 'openapi'

/** Something that users give in the wrong place: how to recognise it, and what it is and what to do with it. */
type Known = {
  readonly is: (value: JsonObject) => boolean
  readonly says: string
  /** Where it belongs. */
  readonly belongs?: readonly InputFor[]
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const BUNDLE =
  'this is a bundle: fakecluster inspect FILE shows it, and fromBundle(FILE) of fakecluster/node makes a cluster of it'
const RENDER = 'render the chart, helm template CHART > all.yaml, and give that file, or a pipe'

const KNOWN: readonly Known[] = [
  {
    is: ({ format, versions }) => typeof format === 'number' && isObject(versions) && isText(versions['fakecluster']),
    says: BUNDLE,
  },
  {
    is: ({ kind, apiVersion, resources, patches }) =>
      kind === undefined
        ? (isList(resources) && resources.every(isText)) || isList(patches)
        : /^(Kustomization|Component)$/.test(String(kind)) && String(apiVersion).startsWith('kustomize.'),
    says: 'this is a Kustomization: build it, kubectl kustomize FOLDER > all.yaml, and give that file, or a pipe',
  },
  {
    is: ({ kind, apiVersion, name, version }) =>
      kind === undefined && /^v[12]$/.test(String(apiVersion)) && isText(name) && isText(version),
    says: `this is the Chart.yaml of a Helm chart: ${RENDER}`,
  },
  {
    is: ({ kind, clusters, contexts }) => kind === 'Config' && isList(clusters) && isList(contexts),
    says: 'this is a kubeconfig: fakecluster import --kubeconfig FILE --out DIR reads the server it names',
  },
  {
    is: ({ openapi, swagger, kind }) =>
      isText(openapi) || isText(swagger) || /^API(Resource|GroupDiscovery)List$/.test(String(kind)),
    says: 'this describes an API: give it as openapi (--openapi)',
    belongs: ['openapi'],
  },
  {
    is: ({ kind, apiVersion }) => isText(kind) && isText(apiVersion),
    says: 'this is an object, with kind and apiVersion: give it as fixtures (--fixtures)',
    belongs: ['fixtures', 'crds'],
  },
  {
    is: (value) =>
      ['before', 'admit', 'after', 'watch', 'expect', 'when', 'containers'].some((word) => isObject(value[word])) ||
      isList(value['invariants']),
    says: 'this is a script: give it as scripts (--scripts)',
    belongs: ['scripts'],
  },
]

/** Says what a document is that does not belong where it was given, and what to do; undefined if that is not known. */
export function misplaced(document: unknown, place: InputFor): string | undefined {
  if (isText(document)) return foreignText(document)
  const value = isList(document) ? document[0] : document
  const known = isObject(value) ? KNOWN.find(({ is }) => is(value)) : undefined
  return known?.belongs?.includes(place) ? undefined : known?.says
}

/** Says what a text is that is not YAML, and what to do; undefined if that is not known. */
export function foreignText(text: string): string | undefined {
  if (/^\s*<!doctype html|^\s*<html/i.test(text))
    return text.includes('id="bundle"') ? BUNDLE : 'this is an HTML page, not YAML or JSON'
  // What neither of these is in UTF-8 was read as replacement characters.
  if (/^\ufffd\ufffd(.\0|\0.)/s.test(text)) return 'this is UTF-16, as > of PowerShell writes it: save it as UTF-8'
  if (text.startsWith('\x1f\ufffd')) return 'this is compressed: unpack it, gunzip FILE'
  return /\{\{[^{}]*\}\}/.test(text) ? `this is a Helm template, not YAML: ${RENDER}` : undefined
}

import { mustHave } from '../../src/base/must-have.js'
import type { KindDef } from '../../src/model/registry/kind-def.js'
import type { KubeObject } from '../../src/schema/object.js'
import { LONG_EXAMPLES } from '../kinds/certificates/examples.js'

/** The example of a kind, with kind and apiVersion. */
export const exampleOf = (def: KindDef): KubeObject =>
  // The type of `example` has no fields.
  ({ kind: def.kind, apiVersion: def.apiVersion, ...(LONG_EXAMPLES[def.kind] ?? def.example) }) as KubeObject

/** Copies of the example with names of their own, in byte order of the names. */
export function severalOf(def: KindDef, count: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, i) => renamed(exampleOf(def), i))
}

/** Adds the label `sample`, which tells an object from those of a new cluster. */
export const withSample = (object: KubeObject | undefined): KubeObject => {
  const { metadata, ...rest } = mustHave(object, 'an object to label')
  // The same object with one more label.
  return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, sample: 's' } } } as KubeObject
}

// The names of some kinds have to agree with the content of the object.
function renamed(object: KubeObject, i: number): KubeObject {
  const letter = String.fromCharCode(97 + i)
  const { metadata } = object
  if (object.kind === 'IPAddress') return { ...object, metadata: { ...metadata, name: `10.0.1.${i}` } }
  if (object.kind === 'APIService') {
    const group = `metrics-${letter}.example.io`
    return { ...object, metadata: { ...metadata, name: `v1.${group}` }, spec: { ...(object['spec'] as object), group } }
  }
  return { ...object, metadata: { ...metadata, name: `${metadata.name}-${letter}` } }
}

/** The unambiguous type of a kind, for the methods of a cluster: `apps/v1/Deployment`. */
export const typeOf = ({ apiVersion, kind }: KindDef): string => `${apiVersion}/${kind}`

const CHANGES: { readonly [kind: string]: unknown } = {
  CronJob: { suspend: true },
  DaemonSet: { minReadySeconds: 5 },
  FlowSchema: { matchingPrecedence: 5 },
  Ingress: { ingressClassName: 'other' },
  IngressClass: { parameters: { kind: 'Parameters', name: 'other' } },
  Job: { suspend: true },
  MutatingAdmissionPolicy: { failurePolicy: 'Ignore' },
  MutatingAdmissionPolicyBinding: { policyName: 'other' },
  Pod: { activeDeadlineSeconds: 600 },
  PriorityLevelConfiguration: { limited: { lendablePercent: 5 } },
  ResourceSlice: { pool: { resourceSliceCount: 2 } },
  ValidatingAdmissionPolicy: { failurePolicy: 'Ignore' },
  ValidatingAdmissionPolicyBinding: { policyName: 'other' },
}

/** A valid change of the spec, as a merge patch. */
export const specChangeOf = ({ kind, subresources }: KindDef): unknown =>
  CHANGES[kind] ?? (subresources.scale ? { replicas: 2 } : null)

/** The path of a kind's collection, in a namespace unless the kind is cluster-scoped. */
export function collectionPath(def: KindDef, namespace = 'default'): string {
  return `${rootPath(def)}${def.scope === 'Namespaced' ? `/namespaces/${namespace}` : ''}/${def.plural}`
}

/** The path of a kind's collection across namespaces. */
export const acrossPath = (def: KindDef): string => `${rootPath(def)}/${def.plural}`

/** The deprecated watch path of a kind's collection. */
export const legacyWatchPath = (def: KindDef): string =>
  collectionPath(def).replace(rootPath(def), `${rootPath(def)}/watch`)

const rootPath = ({ group, version }: KindDef) => (group ? `/apis/${group}/${version}` : `/api/${version}`)

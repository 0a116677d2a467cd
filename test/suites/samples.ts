import { mustHave } from '../../src/base/must-have.js'
import type { KindDef } from '../../src/registry/kind-def.js'
import type { KubeObject } from '../../src/schema/object.js'

/** A body for a kind: its example, with kind and apiVersion. */
export const exampleOf = (def: KindDef): KubeObject =>
  ({ kind: def.kind, apiVersion: def.apiVersion, ...def.example }) as KubeObject // the declaration's own type lost its members

/** Bodies that differ from the example in what names them, in byte order of their names. */
export function severalOf(def: KindDef, count: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, i) => renamed(exampleOf(def), i))
}

/** An object of a test, by which it can be told from those that are there from the start. */
export const withSample = (object: KubeObject | undefined): KubeObject => {
  const { metadata, ...rest } = mustHave(object, 'an object to label')
  return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, sample: 's' } } } as KubeObject // with another label
}

// Kinds whose name says what is in the object have a rule of their own.
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

/** A kind as the cluster's own methods take it, whatever other groups have one of its name. */
export const typeOf = ({ apiVersion, kind }: KindDef): string => `${apiVersion}/${kind}`

const CHANGES: { readonly [kind: string]: unknown } = {
  CronJob: { suspend: true },
  DaemonSet: { minReadySeconds: 5 },
  FlowSchema: { matchingPrecedence: 5 },
  Ingress: { ingressClassName: 'other' },
  IngressClass: { parameters: { kind: 'Parameters', name: 'other' } },
  Job: { suspend: true },
  Pod: { activeDeadlineSeconds: 600 },
  PriorityLevelConfiguration: { limited: { lendablePercent: 5 } },
  ValidatingAdmissionPolicy: { failurePolicy: 'Ignore' },
  ValidatingAdmissionPolicyBinding: { policyName: 'other' },
}

/** A change of the spec that the kind's rules allow, as a merge patch has it. */
export const specChangeOf = ({ kind, subresources }: KindDef): unknown =>
  CHANGES[kind] ?? (subresources.scale ? { replicas: 2 } : null)

/** The path of a kind's collection in a namespace, which a cluster-scoped kind has no part for. */
export function collectionPath(def: KindDef, namespace = 'default'): string {
  return `${rootPath(def)}${def.scope === 'Namespaced' ? `/namespaces/${namespace}` : ''}/${def.plural}`
}

/** The path of a kind's collection across namespaces. */
export const acrossPath = (def: KindDef): string => `${rootPath(def)}/${def.plural}`

/** The path of a kind's collection as old clients watch it. */
export const legacyWatchPath = (def: KindDef): string =>
  collectionPath(def).replace(rootPath(def), `${rootPath(def)}/watch`)

const rootPath = ({ group, version }: KindDef) => (group ? `/apis/${group}/${version}` : `/api/${version}`)

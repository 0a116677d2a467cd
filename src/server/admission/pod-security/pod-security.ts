import { invalidStatus } from '../../../base/errors/status.js'
import type { KubeObject } from '../../../schema/object.js'
import { defineAdmissionPlugin } from '../define.js'
import { refused } from '../refused.js'
import type { AdmissionAttributes, AdmissionContext, AdmissionTarget } from '../types.js'
import { detailed, violations } from './evaluate.js'
import { warningsOf } from './existing-pods.js'
import { compareLevels, levelText, policyOf } from './policy.js'
import type { CheckedContainer, CheckedPod, Policy } from './types.js'

type Templated = KubeObject & {
  readonly template?: CheckedPod
  readonly spec?: {
    readonly template?: CheckedPod
    readonly jobTemplate?: { readonly spec?: { readonly template?: CheckedPod } }
  }
}

const POD_SUBRESOURCES = ['', 'ephemeralcontainers', 'resize']

/** Returns the pod template of an object, by group and resource. */
const TEMPLATES: { readonly [resource: string]: (object: Templated) => CheckedPod | undefined } = {
  '/podtemplates': ({ template }) => template,
  '/replicationcontrollers': ({ spec }) => spec?.template,
  'apps/replicasets': ({ spec }) => spec?.template,
  'apps/deployments': ({ spec }) => spec?.template,
  'apps/statefulsets': ({ spec }) => spec?.template,
  'apps/daemonsets': ({ spec }) => spec?.template,
  'batch/jobs': ({ spec }) => spec?.template,
  'batch/cronjobs': ({ spec }) => spec?.jobTemplate?.spec?.template,
}

const tableOf = ({ group, resource }: Pick<AdmissionTarget, 'group' | 'resource'>) => `${group}/${resource}`

/** PodSecurity: the labels of a namespace restrict the security context of its pods. */
export const podSecurity = defineAdmissionPlugin<KubeObject>({
  name: 'PodSecurity',
  handles(target) {
    if (target.operation === 'delete') return false
    if (tableOf(target) === '/pods') return POD_SUBRESOURCES.includes(target.subresource)
    return target.subresource === '' && (tableOf(target) === '/namespaces' || Object.hasOwn(TEMPLATES, tableOf(target)))
  },
  validate(attributes, context) {
    const table = tableOf(attributes)
    if (table === '/namespaces') return checkNamespace(attributes, context)
    const policy = policyIn(attributes, context)
    if (table === '/pods') return checkPod(attributes, policy, context)
    const template = TEMPLATES[table]?.(attributes.object)
    if (template) warn(template, policy, context)
  },
})

const policyIn = ({ namespace }: AdmissionAttributes, { get }: AdmissionContext): Policy =>
  policyOf(get('/namespaces', namespace)?.metadata.labels).policy

function checkPod(attributes: AdmissionAttributes, policy: Policy, context: AdmissionContext): void {
  const pod = attributes.object as CheckedPod // its resource is pods
  if (attributes.oldObject && !isSignificant(pod, attributes.oldObject as CheckedPod)) return // as it was
  const found = violations(pod, policy.enforce)
  if (found.length > 0) {
    const { name = attributes.name } = attributes.object.metadata // the generated name
    throw refused({ ...attributes, name }, `violates PodSecurity "${levelText(policy.enforce)}": ${detailed(found)}`)
  }
  warn(pod, policy, context)
}

function warn(pod: CheckedPod, { warn: level }: Policy, context: AdmissionContext): void {
  const found = violations(pod, level)
  if (found.length > 0) context.warn(`would violate PodSecurity "${levelText(level)}": ${detailed(found)}`)
}

/** Tells whether an update of a pod must be checked: it changes containers or images. */
function isSignificant({ spec: next = {} }: CheckedPod, { spec: old = {} }: CheckedPod): boolean {
  const differs = (now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []) =>
    now.length !== was.length || now.some(({ image }, i) => image !== was[i]?.image)
  return (
    differs(next.containers, old.containers) ||
    differs(next.initContainers, old.initContainers) ||
    hasNew(next.ephemeralContainers, old.ephemeralContainers)
  )
}

function hasNew(now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []): boolean {
  if (now === was) return false
  const textOf = ({ name, image }: CheckedContainer) => JSON.stringify([name, image])
  const known = new Set(was.map(textOf))
  return now.some((container) => !known.has(textOf(container)))
}

/** Validates the labels of a namespace, and warns about existing pods if its level becomes stricter. */
function checkNamespace({ object, oldObject }: AdmissionAttributes, context: AdmissionContext): void {
  const { labels, name = '' } = object.metadata
  const { policy, issues } = policyOf(labels)
  const before = oldObject && policyOf(oldObject.metadata.labels)
  const isNew = JSON.stringify(issues) !== JSON.stringify(before?.issues ?? [])
  if (issues.length > 0 && isNew) throw invalidStatus({ group: '', resource: 'Namespace' }, name, issues)
  if (!before) return
  const { enforce } = policy
  const { enforce: was } = before.policy
  if (enforce.level === 'privileged' || levelText(enforce) === levelText(was)) return
  if (enforce.minor === was.minor && compareLevels(enforce.level, was.level) <= 0) return
  for (const text of warningsOf(context.list<KubeObject & CheckedPod>('/pods', name), name, enforce)) context.warn(text)
}

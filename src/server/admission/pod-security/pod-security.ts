import { invalidStatus } from '../../../base/errors/status.js'
import { worded } from '../../../base/errors/wording.js'
import { wordingOf } from '../../../model/registry/kubernetes-version.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { KubeObject } from '../../../schema/object.js'
import { defineAdmissionPlugin } from '../define.js'
import type { AdmissionAttributes, AdmissionContext, AdmissionTarget } from '../types.js'
import type * as Checks from './check-pods.js'
import type { PluginConfiguration } from '../configuration.js'
import {
  ANYTHING,
  annotate,
  annotateEnforced,
  compareLevels,
  ignoredPolicy,
  isAnything,
  levelText,
  policyOf,
} from './policy.js'
import type { CheckedPod } from './types.js'

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
    const { defaults, exemptions } = context.configuration.podSecurity
    const exempt = whyExempt(attributes, exemptions)
    if (exempt !== undefined) return annotate('exempt', exempt, context)
    const judged = policyOf(context.get('/namespaces', attributes.namespace)?.metadata.labels, defaults)
    const { enforce, audit, warn } = judged.policy
    const isOpen = isAnything(audit) && isAnything(warn) && judged.issues.length === 0
    if (table === '/pods') {
      if (isOpen && isAnything(enforce)) return annotateEnforced(ANYTHING, context)
      return withChecks(context, ({ checkPod }) => checkPod(attributes, judged, context))
    }
    const template = isOpen ? undefined : TEMPLATES[table]?.(attributes.object)
    return template && withChecks(context, ({ checkTemplate }) => checkTemplate(template, judged, context))
  },
})

/** Returns what a pod or a template is exempt by, apart from its runtime class. */
const whyExempt = (
  { namespace, user }: AdmissionAttributes,
  { namespaces = [], usernames = [] }: Exemptions,
): string | undefined =>
  namespaces.includes(namespace) ? 'namespace' : usernames.includes(user.name) ? 'user' : undefined

type Exemptions = PluginConfiguration['podSecurity']['exemptions']

const checks = createLateLibrary(() => import('./check-pods.js'))

/** Does something with the checks of the server's version, once they are loaded: most namespaces ask for none. */
function withChecks({ serverVersion }: AdmissionContext, act: (checks: typeof Checks) => void): void | Promise<void> {
  const run = () => worded(wordingOf(serverVersion), () => act(checks.needed()))
  return checks.load()?.then(run) ?? run()
}

/** Validates the labels of a namespace, and warns about existing pods if its level becomes stricter. */
function checkNamespace({ object, oldObject }: AdmissionAttributes, context: AdmissionContext): void | Promise<void> {
  const { labels, name = '' } = object.metadata
  const { defaults, exemptions } = context.configuration.podSecurity
  const { policy, issues } = policyOf(labels, defaults)
  const before = oldObject && policyOf(oldObject.metadata.labels, defaults)
  const isExempt = exemptions.namespaces?.includes(name) ?? false
  const ignored = isExempt ? ignoredPolicy(labels, policy, defaults) : ''
  const warnIgnored = () =>
    ignored &&
    context.warn(`namespace "${name}" is exempt from Pod Security, and the policy (${ignored}) will be ignored`)
  const isNew = JSON.stringify(issues) !== JSON.stringify(before?.issues ?? [])
  if (issues.length > 0 && isNew) throw invalidStatus({ group: '', resource: 'Namespace' }, name, issues)
  if (!before) return void warnIgnored()
  const { enforce } = policy
  const { enforce: was } = before.policy
  if (enforce.level === 'privileged' || levelText(enforce) === levelText(was)) return undefined
  if (enforce.minor === was.minor && compareLevels(enforce.level, was.level) <= 0) return undefined
  if (isExempt) return void warnIgnored()
  return withChecks(context, ({ warnOfExisting }) => warnOfExisting(name, enforce, context))
}

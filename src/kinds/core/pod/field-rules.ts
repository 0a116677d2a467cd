import {
  type Issue,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../base/errors/issue.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { utf8Length } from '../../../base/bytes/utf8.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { type MemberRule, isOneOf } from '../../struct/member-rules.js'
import type { Container, PodSpec, RestartRule } from './pod-types.js'

const POLICIES = ['Always', 'Never', 'OnFailure']
const MOST_RULES = 20
const MOST_CODES = 255

/** Validates the restart policy of a container of a sort and the rules beside it, since v1.34. */
export const restartIssues: MemberRule = (sort, field, owner) => {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = owner as Partial<Container> // ensured by the schema
  const at = `${field}.restartPolicy`
  if (policy === undefined && (rules.length === 0 || (sort === 'init' && !runsAtLeast('1.35')))) return []
  if (sort === 'init' && policy === 'Always' && !runsAtLeast('1.36'))
    return rules.length === 0
      ? []
      : [
          forbidden(
            `${field}.restartPolicyRules`,
            'restartPolicyRules are not allowed for init containers with restart policy Always',
          ),
        ]
  return [
    ...(policy === undefined
      ? [required(at, 'must specify restartPolicy when restart rules are used')]
      : isOneOf(POLICIES, policy)
        ? []
        : [notSupported(at, policy, POLICIES)]),
    ...(rules.length > MOST_RULES ? [tooManyOf(`${field}.restartPolicyRules`, rules.length, MOST_RULES)] : []),
    ...rules.flatMap((rule, i) => [...restartRuleIssues(rule, `${field}.restartPolicyRules[${i}]`)]),
  ]
}

/** Until v1.36 the server reports a list that is too long as a text. */
const tooManyOf = (field: string, actual: number, most: number): Issue =>
  runsAtLeast('1.36') ? tooMany(field, actual, most) : tooLong(field, most)

function* restartRuleIssues({ action = '', exitCodes }: RestartRule, field: string): Iterable<Issue> {
  const actions = runsAtLeast('1.36') ? ['Restart', 'RestartAllContainers'] : ['Restart']
  const operators = ['In', 'NotIn']
  if (!actions.includes(action)) yield notSupported(`${field}.action`, action, actions)
  if (!exitCodes) {
    yield required(`${field}.exitCodes`, 'must be specified')
    return
  }
  const { operator = '', values = [] } = exitCodes
  if (!operators.includes(operator)) yield notSupported(`${field}.exitCodes.operator`, operator, operators)
  if (values.length > MOST_CODES) yield tooManyOf(`${field}.exitCodes.values`, values.length, MOST_CODES)
}

const LONGEST_HOSTNAME = 64

/** Validates the name that a pod has as a host (validatePodHostName). */
export const ownHostname: MemberRule = (value, field, { setHostnameAsFQDN, hostNetwork }) => {
  const name = value as string // ensured by the schema
  return [
    ...(setHostnameAsFQDN ? [forbidden(field, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(utf8Length(name) > LONGEST_HOSTNAME ? [tooLong(field, LONGEST_HOSTNAME)] : []),
    ...dns1123Subdomain(name).map((detail) => invalid(field, name, detail)),
  ]
}

/** Validates that files of environment variables are in volumes of the type emptyDir (validateFileKeyRefVolumes). */
export function* envFileIssues(spec: PodSpec, field: string): Iterable<Issue> {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume['name'], volume]))
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const)
    for (const [i, { env = [] }] of (spec[list] ?? []).entries())
      for (const [j, { valueFrom }] of env.entries()) {
        if (!valueFrom?.fileKeyRef) continue
        const { volumeName = '' } = valueFrom.fileKeyRef
        const at = `${field}.${list}[${i}].env[${j}].valueFrom.fileKeyRef.volumeName`
        const volume = volumes.get(volumeName)
        if (!volume) yield notFound(at, volumeName)
        else if (!volume['emptyDir']) yield invalid(at, volumeName, 'referenced volume must be of type emptyDir')
      }
}

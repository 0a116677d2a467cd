import { type Issue, forbidden, invalid, required } from '../../../base/errors/issue.js'
import type { JsonObject } from '../../../base/json/json.js'
import {
  type MemberRule,
  type Rule,
  type StructTable,
  anyValue,
  itemsOf,
  natural,
  requiredValue,
  port,
  supported,
} from '../../struct/member-rules.js'

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']

/** Validates that exactly one handler is set (validateHandler). */
const oneHandler: Rule = (_, field, owner, { inside }) => {
  const [found, ...more] = HANDLERS.filter((handler) => owner[handler] !== undefined)
  if (!found) return [required(field, 'must specify a handler type')]
  return [
    ...inside(found),
    ...more.map((handler) => forbidden(`${field}.${handler}`, 'may not specify more than 1 handler type')),
  ]
}

const HEADER_TEXT =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"

const headers: MemberRule = (list, field) =>
  itemsOf<{ readonly name: string }>(list).flatMap(({ name }) =>
    /^[-A-Za-z0-9]+$/.test(name) ? [] : [invalid(field, name, HEADER_TEXT)],
  )

const sleep: Rule = (_, field, { seconds }, { root }) => {
  const grace = root['terminationGracePeriodSeconds'] as number | undefined // ensured by the schema
  const time = seconds as number // ensured by the schema
  return grace !== undefined && (time < 0 || time > grace)
    ? [invalid(field, time, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`)]
    : []
}

/** The validation rules of probes and lifecycle hooks. */
export const PROBES: StructTable = {
  'core.v1.ExecAction': { command: requiredValue },
  'core.v1.GRPCAction': { port },
  'core.v1.HTTPGetAction': { path: requiredValue, port, scheme: supported('HTTP', 'HTTPS'), httpHeaders: headers },
  'core.v1.Lifecycle': { postStart: anyValue, preStop: anyValue },
  'core.v1.LifecycleHandler': { $: { alone: oneHandler } },
  'core.v1.Probe': {
    $: { alone: oneHandler },
    initialDelaySeconds: natural,
    timeoutSeconds: natural,
    periodSeconds: natural,
    successThreshold: natural,
    failureThreshold: natural,
    terminationGracePeriodSeconds: (value, field) =>
      // The schema ensures a number.
      value !== undefined && (value as number) <= 0 ? [invalid(field, value, 'must be greater than 0')] : [],
  },
  'core.v1.SleepAction': { $: sleep },
  'core.v1.TCPSocketAction': { port },
}

const STAYING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']

/** Validates the probes and lifecycle hooks of a main container or a sidecar. */
export const validateProbes: Rule = (_, field, owner, { inside }) =>
  STAYING.filter((member) => owner[member] !== undefined).flatMap((member): readonly Issue[] => {
    // The schema ensures an object.
    const { successThreshold, terminationGracePeriodSeconds: grace } = (owner[member] ?? {}) as JsonObject
    const at = `${field}.${member}`
    if (member === 'lifecycle') return inside(member)
    if (member !== 'readinessProbe')
      return [
        ...inside(member),
        ...(successThreshold === 1 ? [] : [invalid(`${at}.successThreshold`, successThreshold ?? 0, 'must be 1')]),
      ]
    return [
      ...inside(member),
      ...(grace === undefined
        ? []
        : [invalid(`${at}.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes')]),
    ]
  })

/** Rejects probes and lifecycle hooks of init containers that are not sidecars. */
export const refuseProbes: Rule = (_, field, owner) =>
  STAYING.filter((member) => owner[member] !== undefined).map((member) =>
    forbidden(`${field}.${member}`, 'may not be set for init containers without restartPolicy=Always'),
  )

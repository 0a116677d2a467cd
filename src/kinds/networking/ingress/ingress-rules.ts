import { type Ingress, CLASS_ANNOTATION } from './ingress-types.js'
import { givenOf } from '../../../base/json/as-given.js'
import { goList } from '../../shared/go-struct.js'
import { parseIp } from '../../../base/text/ip.js'
import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { dns1035Label, dns1123Label, dns1123Subdomain, wildcardSubdomain } from '../../../base/rules/names.js'
import { validateLocalReference } from '../../shared/references.js'
import { between, portName, address } from '../../struct/member-rules.js'

type Spec = NonNullable<Ingress['spec']>
type Rule = NonNullable<Spec['rules']>[number]
type Path = NonNullable<NonNullable<Rule['http']>['paths']>[number]
type Backend = NonNullable<Spec['defaultBackend']>

/** What validation tolerates because the stored ingress has it already. */
type Leave = { readonly anySecretName?: boolean; readonly anyWildcardRule?: boolean }

/** Validates the spec of an ingress (ValidateIngressSpec). */
function validateSpec(spec: Spec = {}, { anySecretName, anyWildcardRule }: Leave = {}): readonly Issue[] {
  const { defaultBackend, rules, tls, ingressClassName } = spec
  return [
    ...(rules?.length || defaultBackend
      ? []
      : [
          invalid(
            'spec',
            goList('networking.IngressRule', givenOf(spec, 'rules', rules && [], [])),
            'either `defaultBackend` or `rules` must be specified',
          ),
        ]),
    ...(defaultBackend ? validateBackend(defaultBackend, 'spec.defaultBackend') : []),
    ...(rules ?? []).flatMap((rule, i) => validateRule(rule, `spec.rules[${i}]`, anyWildcardRule)),
    ...(tls ?? []).flatMap(({ hosts, secretName }, i) => [
      ...(hosts ?? []).flatMap((host, j) =>
        hostFaults(host).map((detail) => invalid(`spec.tls[${i}].hosts[${j}]`, host, detail)),
      ),
      ...(secretName && !anySecretName
        ? dns1123Subdomain(secretName).map((detail) => invalid(`spec.tls[${i}].secretName`, secretName, detail))
        : []),
    ]),
    ...(ingressClassName === undefined
      ? []
      : dns1123Subdomain(ingressClassName).map((detail) => invalid('spec.ingressClassName', ingressClassName, detail))),
  ]
}

const hostFaults = (host: string) => (host.includes('*') ? wildcardSubdomain(host) : dns1123Subdomain(host))

/** Tells whether a stored ingress has an invalid secret name, which may stay. */
const hasFaultySecretName = ({ spec }: Ingress): boolean =>
  (spec?.tls ?? []).some(({ secretName }) => secretName && dns1123Subdomain(secretName).length > 0)

/** Tells whether a stored ingress has invalid paths for a wildcard host, which may stay. */
const hasFaultyWildcard = ({ spec }: Ingress): boolean =>
  (spec?.rules ?? []).some((rule) => rule.host?.includes('*') && validatePaths(rule, '').length > 0)

function validateRule(rule: Rule, at: string, anyWildcardRule = false): readonly Issue[] {
  const { host = '' } = rule
  const named = host ? [...(parseIp(host) ? ['must be a DNS name, not an IP address'] : []), ...hostFaults(host)] : []
  return [
    ...named.map((detail) => invalid(`${at}.host`, host, detail)),
    ...(host.includes('*') && anyWildcardRule ? [] : validatePaths(rule, at)),
  ]
}

function validatePaths({ http }: Rule, at: string): readonly Issue[] {
  if (!http) return []
  const paths = http.paths ?? []
  return [
    ...(paths.length > 0 ? [] : [required(`${at}.http.paths`)]),
    ...paths.flatMap((path, i) => validatePath(path, `${at}.http.paths[${i}]`)),
  ]
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix']
const INSIDE = ['//', '/./', '/../', '%2f', '%2F']
const AT_END = ['/..', '/.']

function validatePath({ path = '', pathType, backend = {} }: Path, at: string): readonly Issue[] {
  if (pathType === undefined || pathType === null) return [required(`${at}.pathType`, 'pathType must be specified')]
  const relative = path.startsWith('/') ? [] : ['must be an absolute path']
  const faults =
    pathType === 'ImplementationSpecific'
      ? path && relative
      : [
          ...relative,
          ...INSIDE.filter((part) => path.includes(part)).map((part) => `must not contain '${part}'`),
          ...AT_END.filter((end) => path.endsWith(end)).map((end) => `cannot end with '${end}'`),
        ]
  return [
    ...(PATH_TYPES.includes(pathType)
      ? [...faults].map((detail) => invalid(`${at}.path`, path, detail))
      : [notSupported(`${at}.pathType`, pathType, PATH_TYPES)]),
    ...validateBackend(backend, `${at}.backend`),
  ]
}

function validateBackend({ resource, service }: Backend, at: string): readonly Issue[] {
  if (resource && service) return [invalid(at, '', 'cannot set both resource and service backends')]
  if (resource) return validateLocalReference(resource, `${at}.resource`)
  if (!service) return [invalid(at, '', 'resource or service backend is required')]
  const { name = '', port = {} } = service
  const field = `${at}.service.name`
  // As the names of Services may be (RelaxedServiceNameValidation).
  const serviceName = runsAtLeast('1.36') ? dns1123Label : dns1035Label
  return [
    ...(name ? serviceName(name).map((detail) => invalid(field, name, detail)) : [required(field)]),
    ...validatePort(port, at),
  ]
}

function validatePort(port: { readonly name?: string; readonly number?: number }, at: string): readonly Issue[] {
  const { name, number } = port
  if (name && number) return [invalid(at, '', 'cannot set both port name & port number')]
  if (name) return portName(name).map((detail) => invalid(`${at}.service.port.name`, name, detail))
  return number
    ? between(1, 65535)(number, `${at}.service.port.number`, port)
    : [required(at, 'port name or number is required')]
}

/** Validates a new Ingress. */
export const validateNew = (object: Ingress): readonly Issue[] => [
  ...validateSpec(object.spec),
  ...validateClassAnnotation(object),
]

/** Validates an updated Ingress; certain faults of the stored one may stay. */
export const validateChanged = (next: Ingress, old: Ingress): readonly Issue[] =>
  validateSpec(next.spec, { anySecretName: hasFaultySecretName(old), anyWildcardRule: hasFaultyWildcard(old) })

function validateClassAnnotation({ metadata: { annotations = {} }, spec }: Ingress): readonly Issue[] {
  const given = annotations[CLASS_ANNOTATION]
  return given !== undefined && spec?.ingressClassName !== undefined && given !== spec.ingressClassName
    ? [invalid(`annotations.${CLASS_ANNOTATION}`, given, 'must match `ingressClassName` when both are specified')]
    : []
}

const pointsOf = ({ status }: Ingress) => status?.loadBalancer?.ingress ?? []

/**
 * Validates the load balancer status of an ingress (ValidateIngressLoadBalancerStatus). Stored IPs may stay as they
 * are.
 */
export function validateIngressStatus(next: Ingress, old: Ingress): readonly Issue[] {
  const known = new Set(pointsOf(old).map(({ ip }) => ip))
  return pointsOf(next).flatMap((point, i) => {
    const { ip, hostname } = point
    const at = `status.loadBalancer.ingress[${i}]`
    const faults = hostname
      ? [...dns1123Subdomain(hostname), ...(parseIp(hostname) ? ['must be a DNS name, not an IP address'] : [])]
      : []
    return [
      ...(known.has(ip) ? [] : address(ip, `${at}.ip`, point)),
      ...faults.map((detail) => invalid(`${at}.hostname`, hostname, detail)),
    ]
  })
}

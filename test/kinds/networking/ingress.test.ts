import { describe, expect, test } from 'vitest'
import { changeRefusal, openServer, refusal } from '../asking.js'

const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/default/ingresses'
const CLASSES = '/apis/networking.k8s.io/v1/ingressclasses'
const service = { name: 's', port: { number: 80 } }
const SPEC = { defaultBackend: { service } }
const rule = (path: object) => ({ rules: [{ http: { paths: [path] } }] })
const LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"

describe('an Ingress', () => {
  test.each([
    [{}, 'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified'],
    [
      { rules: [] },
      'spec: Invalid value: []networking.IngressRule{}: either `defaultBackend` or `rules` must be specified',
    ],
    [{ defaultBackend: {} }, 'spec.defaultBackend: Invalid value: "": resource or service backend is required'],
    [
      { defaultBackend: { service, resource: { kind: 'k', name: 'n' } } },
      'spec.defaultBackend: Invalid value: "": cannot set both resource and service backends',
    ],
    [
      { defaultBackend: { resource: { kind: 'k', name: 'a/b' } } },
      'spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain \'/\'',
    ],
    [
      { defaultBackend: { service: { name: '1', port: { number: 1 } } } },
      `spec.defaultBackend.service.name: Invalid value: "1": ${LABEL}`,
    ],
    [
      { defaultBackend: { service: { name: 's' } } },
      'spec.defaultBackend: Required value: port name or number is required',
    ],
    [
      { defaultBackend: { service: { name: 's', port: { name: 'a', number: 1 } } } },
      'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
    ],
    [
      { defaultBackend: { service: { name: 's', port: { number: 70000 } } } },
      'spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
    [{ rules: [{ http: {} }] }, 'spec.rules[0].http.paths: Required value'],
    [
      rule({ backend: { service } }),
      'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
    ],
    [
      rule({ pathType: 'Near', path: '/', backend: { service } }),
      'spec.rules[0].http.paths[0].pathType: Unsupported value: "Near": supported values: "Exact", "ImplementationSpecific", "Prefix"',
    ],
    [
      rule({ pathType: 'Exact', backend: { service } }),
      'spec.rules[0].http.paths[0].path: Invalid value: "": must be an absolute path',
    ],
    [
      rule({ pathType: 'Prefix', path: '/a//b', backend: { service } }),
      `spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'`,
    ],
    [
      rule({ pathType: 'Prefix', path: '/a/..', backend: { service } }),
      `spec.rules[0].http.paths[0].path: Invalid value: "/a/..": cannot end with '/..'`,
    ],
    [rule({ pathType: 'ImplementationSpecific', backend: { service } }), 201],
    [{ rules: [{ host: '*.example.com' }] }, 201],
    [
      { rules: [{ host: '*' }] },
      `spec.rules[0].host: Invalid value: "*": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      { rules: [{ host: '1.2.3.4' }] },
      'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ],
  ])('is validated with the spec %j', async (spec, wanted) => {
    expect(await refusal(INGRESSES, { spec })).toBe(wanted)
  })

  test('is refused if its class annotation contradicts ingressClassName', async () => {
    const metadata = { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'x' } }
    expect(await refusal(INGRESSES, { metadata, spec: { ...SPEC, ingressClassName: 'y' } })).toBe(
      'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
    )
    const { warning } = await openServer()('POST', INGRESSES, { metadata, spec: SPEC })
    expect(warning).toBe(
      `299 - "annotation \\"kubernetes.io/ingress.class\\" is deprecated, please use 'spec.ingressClassName' instead"`,
    )
  })
})

test.each([
  [
    { ip: '1.2.3' },
    'status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ],
  [
    { hostname: '1.2.3.4' },
    'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
  ],
])('rejects the load balancer ingress %j', async (point, wanted) => {
  const status = { loadBalancer: { ingress: [point] } }
  expect(await changeRefusal(INGRESSES, { spec: SPEC }, { status }, '/status')).toBe(wanted)
})

test('warns of an IP address in a non-standard form', async () => {
  const ask = openServer()
  await ask('POST', INGRESSES, { metadata: { name: 'a' }, spec: SPEC })
  const { warning } = await ask('PATCH', `${INGRESSES}/a/status`, {
    status: { loadBalancer: { ingress: [{ ip: '01.2.3.4' }] } },
  })
  expect(warning).toContain('status.loadBalancer.ingress[0]: non-standard IP address')
})

test('ingressClassName defaults to the newest default class', async () => {
  const ask = openServer()
  const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' }
  const spec = { controller: 'example.com/x' }
  await ask('POST', CLASSES, { metadata: { name: 'b', annotations }, spec })
  await ask('POST', CLASSES, { metadata: { name: 'a', annotations }, spec })
  await ask('POST', CLASSES, { metadata: { name: '0' }, spec })
  const { body } = await ask('POST', INGRESSES, { metadata: { name: 'i' }, spec: SPEC })
  const named = await ask('POST', INGRESSES, { metadata: { name: 'j' }, spec: { ...SPEC, ingressClassName: 'c' } })
  expect([body['spec'], named.body['spec']]).toMatchObject([{ ingressClassName: 'a' }, { ingressClassName: 'c' }])
})

describe('an IngressClass', () => {
  test.each([
    [{}, 'spec.controller: Required value'],
    [
      { controller: 'x' },
      'spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [
      { controller: 'a/b c' },
      `spec.controller: Invalid value: "b c": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')`,
    ],
    [{ controller: `a/${'b'.repeat(250)}` }, 'spec.controller: Too long: may not be more than 250 bytes'],
    [
      { controller: 'a/b', parameters: { kind: 'k', name: 'n', namespace: 'x' } },
      "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
    ],
    [
      { controller: 'a/b', parameters: { kind: 'k', name: 'n', scope: 'Namespace' } },
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
    [
      { controller: 'a/b', parameters: { kind: 'k', name: 'n', scope: 'X' } },
      'spec.parameters.scope: Unsupported value: "X": supported values: "Cluster", "Namespace"',
    ],
  ])('is refused with the spec %j', async (spec, wanted) => {
    expect(await refusal(CLASSES, { spec })).toBe(wanted)
  })

  test('cannot change its controller', async () => {
    expect(await changeRefusal(CLASSES, { spec: { controller: 'a/b' } }, { spec: { controller: 'a/c' } })).toBe(
      'spec.controller: Invalid value: "a/c": field is immutable',
    )
  })
})

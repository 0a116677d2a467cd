import { describe, expect, test } from 'vitest'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { apiService } from '../../../src/kinds/apiregistration/api-service.js'
import { causes, cells, now, read, ruleContext } from '../causes.js'
import { LABEL_1035, SUBDOMAIN } from '../texts.js'

const local = { group: 'a.example.io', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 }
const service = { namespace: 'default', name: 'svc' }
const caBundle = btoa('twelve bytes')
const GROUP_PRIORITY = (value: number) =>
  `spec.groupPriorityMinimum: Invalid value: ${value}: must be positive and less than 20000`
const VERSION_PRIORITY = (value: number) =>
  `spec.versionPriority: Invalid value: ${value}: must be positive and less than 1000`
const def = apiService(exampleProfile)

describe('the validation of an APIService spec', () => {
  test.each([
    [local, []],
    [{ ...local, service, caBundle }, []],
    [{ ...local, service, insecureSkipTLSVerify: true }, []],
    [{ ...local, group: '' }, []],
    [
      {},
      [
        'spec.group: Required value: only v1 may have an empty group and it better be legacy kube',
        `spec.version: Invalid value: "": ${LABEL_1035}`,
        GROUP_PRIORITY(0),
        VERSION_PRIORITY(0),
      ],
    ],
    [{ ...local, group: 'A_b' }, [`spec.group: Invalid value: "A_b": ${SUBDOMAIN}`]],
    [{ ...local, groupPriorityMinimum: 20000, versionPriority: 1000 }, []],
    [{ ...local, groupPriorityMinimum: 20001, versionPriority: 1001 }, [GROUP_PRIORITY(20001), VERSION_PRIORITY(1001)]],
    [
      { ...local, caBundle, insecureSkipTLSVerify: true },
      [
        'spec.caBundle: Invalid value: "12 bytes": local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    [
      { ...local, service: { port: 0 }, caBundle, insecureSkipTLSVerify: true },
      [
        'spec.service.namespace: Required value',
        'spec.service.name: Required value',
        'spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
        'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
      ],
    ],
  ])('checks %j', (spec, expected) => {
    expect(causes(apiService, { spec })).toEqual(expected)
    expect(causes(apiService, { spec }, { old: { spec: local } })).toEqual(expected)
  })
})

test.each([
  ['v1.a.example.io', local, []],
  ['v1.', { version: 'v1' }, []],
  ['x', local, ['must be `spec.version+"."+spec.group`: "v1.a.example.io"']],
  ['x', {}, ['must be `spec.version+"."+spec.group`: "."']],
  ['a/b', local, ["may not contain '/'"]],
  ['.', local, ["may not be '.'"]],
])('validates the name %s of %j', (name, spec, expected) => {
  expect(def.metadata.name(name, false, read(def, { spec }))).toEqual(expected)
})

test('the port of the service defaults to 443', () => {
  const port = (given: object) => read(def, { spec: { ...local, service: given } })['spec']
  expect(port(service)).toMatchObject({ service: { ...service, port: 443 } })
  expect(port({ ...service, port: 8443 })).toMatchObject({ service: { ...service, port: 8443 } })
})

test('a local APIService is available from the start, another has no status', () => {
  const context = ruleContext()
  const status = (spec: object) =>
    def.create.prepare(read(def, { spec, status: { conditions: [{ type: 'X', status: 'True' }] } }), context)['status']
  expect(status(local)).toEqual({
    conditions: [
      {
        type: 'Available',
        status: 'True',
        lastTransitionTime: now,
        reason: 'Local',
        message: 'Local APIServices are always available',
      },
    ],
  })
  expect(status({ ...local, service })).toEqual({})
})

test('rejects conditions whose status is not True, False or Unknown', () => {
  const status = {
    conditions: [{ type: 'Available', status: 'True' }, { type: 'Other' }, { type: 'Third', status: 'Maybe' }],
  }
  expect(causes(apiService, { spec: {}, status }, { old: { spec: {} }, subresource: 'status' })).toEqual([
    'status.conditions[1].status: Unsupported value: "": supported values: "True", "False", "Unknown"',
    'status.conditions[2].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
  ])
})

test.each([
  [{ spec: local }, ['Local', 'Unknown']],
  [
    { spec: { service }, status: { conditions: [{ type: 'Available', status: 'True', reason: 'Passed' }] } },
    ['default/svc', 'True'],
  ],
  [
    { spec: { service }, status: { conditions: [{ type: 'Available', status: 'False', reason: 'ServiceNotFound' }] } },
    ['default/svc', 'False (ServiceNotFound)'],
  ],
  [{ spec: { service }, status: { conditions: [{ type: 'Available', status: 'False' }] } }, ['default/svc', 'False']],
])('prints the columns of %j', (body, expected) => {
  expect(cells(apiService, body).slice(1, 3)).toEqual(expected)
})

import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import { type StatusLike, fillStatus } from '../../../src/server/hooks/status.js'
import * as statuses from '../../../src/server/hooks/statuses.js'
import { subjectOf } from '../../../src/server/hooks/subject.js'
import type { Call } from '../../../src/model/call/call.js'
import { callOf } from './scripted.js'

const lease = callOf('Lease', { verb: 'update', name: 'leader' })
const node = callOf('Node', { verb: 'patch', name: 'worker-1', subresource: 'status' })
const newLease = callOf('Lease', { verb: 'create' }, { body: { metadata: { name: 'leader' } } })
const list = callOf('Lease', { verb: 'list' })

const fill = (wanted: StatusLike, call: Call) => fillStatus(wanted, subjectOf(call))
const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' }
const ofLease = { name: 'leader', group: 'coordination.k8s.io', kind: 'leases' }

test.each<[string, StatusLike, Call, object]>([
  ['400', statuses.badRequest('no such thing'), lease, { message: 'no such thing', reason: 'BadRequest', code: 400 }],
  ['401', statuses.unauthorized(), lease, { message: 'Unauthorized', reason: 'Unauthorized', code: 401 }],
  [
    '403 of the authorizer',
    statuses.forbidden(),
    lease,
    {
      message:
        'leases.coordination.k8s.io "leader" is forbidden: User "admin" cannot update resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
      reason: 'Forbidden',
      details: ofLease,
      code: 403,
    },
  ],
  [
    '403 of the authorizer for a subresource of a cluster-scoped object',
    'Forbidden',
    node,
    {
      message:
        'nodes "worker-1" is forbidden: User "admin" cannot patch resource "nodes/status" in API group "" at the cluster scope',
      reason: 'Forbidden',
      details: { name: 'worker-1', kind: 'nodes' },
      code: 403,
    },
  ],
  [
    '403 of the authorizer for a create, without the name that is in the body',
    'Forbidden',
    newLease,
    {
      message:
        'leases.coordination.k8s.io is forbidden: User "admin" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
      reason: 'Forbidden',
      details: { group: 'coordination.k8s.io', kind: 'leases' },
      code: 403,
    },
  ],
  [
    '403 of admission',
    statuses.forbidden('not today'),
    newLease,
    {
      message: 'leases.coordination.k8s.io "leader" is forbidden: not today',
      reason: 'Forbidden',
      details: ofLease,
      code: 403,
    },
  ],
  [
    '404',
    statuses.notFound(),
    lease,
    { message: 'leases.coordination.k8s.io "leader" not found', reason: 'NotFound', details: ofLease, code: 404 },
  ],
  [
    '404 of a collection',
    'NotFound',
    list,
    { message: 'the server could not find the requested resource', reason: 'NotFound', details: {}, code: 404 },
  ],
  [
    '404 of a kind whose resource name in errors is irregular',
    'NotFound',
    callOf('ComponentStatus', { name: 'etcd-0' }),
    {
      message: 'componentstatus "etcd-0" not found',
      reason: 'NotFound',
      details: { name: 'etcd-0', kind: 'componentstatus' },
      code: 404,
    },
  ],
  [
    '405',
    'MethodNotAllowed',
    lease,
    {
      message: 'the server does not allow this method on the requested resource',
      reason: 'MethodNotAllowed',
      details: {},
      code: 405,
    },
  ],
  [
    '406',
    'NotAcceptable',
    lease,
    {
      message:
        'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      reason: 'NotAcceptable',
      code: 406,
    },
  ],
  [
    '409',
    statuses.conflict(),
    lease,
    {
      message:
        'Operation cannot be fulfilled on leases.coordination.k8s.io "leader": the object has been modified; please apply your changes to the latest version and try again',
      reason: 'Conflict',
      details: ofLease,
      code: 409,
    },
  ],
  [
    '409 with a reason why',
    statuses.conflict('busy'),
    node,
    {
      message: 'Operation cannot be fulfilled on nodes "worker-1": busy',
      reason: 'Conflict',
      details: { name: 'worker-1', kind: 'nodes' },
      code: 409,
    },
  ],
  [
    '409 AlreadyExists',
    statuses.alreadyExists(),
    newLease,
    {
      message: 'leases.coordination.k8s.io "leader" already exists',
      reason: 'AlreadyExists',
      details: ofLease,
      code: 409,
    },
  ],
  [
    '410 of a list',
    statuses.expired(),
    list,
    { message: 'The resourceVersion for the provided list is too old.', reason: 'Expired', code: 410 },
  ],
  [
    '410 of a continue token',
    'Expired',
    callOf('Lease', { verb: 'list' }, { options: { continue: 'token' } }),
    {
      message:
        'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
      reason: 'Expired',
      code: 410,
    },
  ],
  [
    '410 of a watch',
    410,
    callOf('Lease', { verb: 'watch' }),
    { message: 'The resourceVersion for the provided watch is too old.', reason: 'Expired', code: 410 },
  ],
  [
    '410 Gone',
    statuses.gone('too old resource version: 1 (2)'),
    list,
    { message: 'too old resource version: 1 (2)', reason: 'Gone', code: 410 },
  ],
  [
    '413',
    'RequestEntityTooLarge',
    lease,
    { message: 'Request entity too large: limit is 3145728', reason: 'RequestEntityTooLarge', code: 413 },
  ],
  [
    '415',
    'UnsupportedMediaType',
    lease,
    {
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      reason: 'UnsupportedMediaType',
      code: 415,
    },
  ],
  [
    '422',
    statuses.invalid({ field: 'spec.holderIdentity', message: 'Required value', reason: 'FieldValueRequired' }),
    lease,
    {
      message: 'Lease.coordination.k8s.io "leader" is invalid: spec.holderIdentity: Required value',
      reason: 'Invalid',
      details: {
        name: 'leader',
        group: 'coordination.k8s.io',
        kind: 'Lease',
        causes: [{ field: 'spec.holderIdentity', message: 'Required value', reason: 'FieldValueRequired' }],
      },
      code: 422,
    },
  ],
  [
    '422 with several causes',
    statuses.invalid({ field: 'a', message: 'one' }, { field: 'b', message: 'two' }, { field: 'b', message: 'two' }),
    node,
    {
      message: 'Node "worker-1" is invalid: [a: one, b: two]',
      reason: 'Invalid',
      details: {
        name: 'worker-1',
        kind: 'Node',
        causes: [
          { field: 'a', message: 'one' },
          { field: 'b', message: 'two' },
          { field: 'b', message: 'two' },
        ],
      },
      code: 422,
    },
  ],
  [
    '422 without causes',
    422,
    lease,
    {
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
      code: 422,
    },
  ],
  [
    '429',
    statuses.tooManyRequests(),
    lease,
    {
      message: 'Too many requests, please try again later.',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
      code: 429,
    },
  ],
  [
    '429 with retryAfterSeconds',
    statuses.tooManyRequests({ retryAfterSeconds: 7 }),
    lease,
    {
      message: 'Too many requests, please try again later.',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 7 },
      code: 429,
    },
  ],
  [
    '429 with a retryAfterSeconds of 0',
    statuses.tooManyRequests({ retryAfterSeconds: 0 }),
    lease,
    { message: 'Too many requests, please try again later.', reason: 'TooManyRequests', details: {}, code: 429 },
  ],
  [
    '500',
    statuses.internalError('disk full'),
    lease,
    {
      message: 'Internal error occurred: disk full',
      reason: 'InternalError',
      details: { causes: [{ message: 'disk full' }] },
      code: 500,
    },
  ],
  [
    '500 ServerTimeout, which may be retried',
    statuses.serverTimeout(),
    lease,
    {
      message:
        'The update operation against leases.coordination.k8s.io could not be completed at this time, please try again.',
      reason: 'ServerTimeout',
      details: { group: 'coordination.k8s.io', kind: 'leases', retryAfterSeconds: 2 },
      code: 500,
    },
  ],
  [
    '503',
    statuses.serviceUnavailable(),
    lease,
    { message: 'the server is currently unable to handle the request', reason: 'ServiceUnavailable', code: 503 },
  ],
  [
    '503 with a message and retryAfterSeconds',
    { code: 503, why: 'etcd is away', retryAfterSeconds: 3 },
    lease,
    { message: 'etcd is away', reason: 'ServiceUnavailable', details: { retryAfterSeconds: 3 }, code: 503 },
  ],
  [
    '504',
    statuses.timeout(),
    lease,
    {
      message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
      reason: 'Timeout',
      details: {},
      code: 504,
    },
  ],
  [
    'a custom message',
    { reason: 'Conflict', message: 'no' },
    lease,
    { message: 'no', reason: 'Conflict', details: ofLease, code: 409 },
  ],
  [
    'custom details',
    { reason: 'Conflict', details: { uid: 'u' } },
    lease,
    { message: expect.any(String), reason: 'Conflict', details: { ...ofLease, uid: 'u' }, code: 409 },
  ],
  [
    'a custom reason',
    { reason: 'Teatime', code: 418, why: 'short and stout' },
    lease,
    { message: 'short and stout', reason: 'Teatime', code: 418 },
  ],
  [
    'a code alone',
    418,
    lease,
    { message: 'the server responded with the status code 418 but did not return further information', code: 418 },
  ],
  [
    'a 500 without a reason',
    { code: 500, reason: '', why: 'etcdserver: leader changed' },
    lease,
    { message: 'etcdserver: leader changed', code: 500 },
  ],
  [
    'a code that is not the one of its reason',
    { reason: 'Conflict', code: 400, message: 'm' },
    lease,
    { message: 'm', reason: 'Conflict', details: ofLease, code: 400 },
  ],
])('%s', (_, wanted, call, expected) => {
  expect(fill(wanted, call)).toEqual({ ...head, ...expected })
})

test('fields are in wire order', () => {
  expect(
    JSON.stringify(
      fill({ reason: 'Conflict', details: { causes: [], uid: 'u' }, retryAfterSeconds: 1, message: 'm' }, lease),
    ),
  ).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"m","reason":"Conflict","details":{"name":"leader","group":"coordination.k8s.io","kind":"leases","uid":"u","causes":[],"retryAfterSeconds":1},"code":409}',
  )
})

describe('a complete Status is used unchanged', () => {
  const whole = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', message: 'fine' } as const
  test('given as an object', () => expect(fill(whole, lease)).toBe(whole))
  test('given in a StatusError', () => expect(fill(new StatusError(whole), lease)).toBe(whole))
})

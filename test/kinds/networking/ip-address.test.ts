import { describe, expect, test } from 'vitest'
import { ipAddress } from '../../../src/kinds/networking/ip-address.js'
import { causes, cells } from '../causes.js'
import { SUBDOMAIN } from '../texts.js'

const parentRef = { resource: 'services', namespace: 'default', name: 'web' }

describe('the validation of a parentRef', () => {
  test.each([
    [parentRef, []],
    [undefined, ['spec.parentRef: Required value']],
    [{}, ['spec.parentRef.resource: Required value', 'spec.parentRef.name: Required value']],
    [
      { group: 'No Group', name: 'web' },
      [`spec.parentRef.group: Invalid value: "No Group": ${SUBDOMAIN}`, 'spec.parentRef.resource: Required value'],
    ],
    [
      { resource: 'a/b', name: '..', namespace: 'a%b' },
      [
        `spec.parentRef.resource: Invalid value: "a/b": may not contain '/'`,
        `spec.parentRef.name: Invalid value: "..": may not be '..'`,
        `spec.parentRef.namespace: Invalid value: "a%b": may not contain '%'`,
      ],
    ],
    [{ ...parentRef, namespace: 'Not_OK' }, []],
  ])('checks %j', (reference, expected) => {
    expect(causes(ipAddress, { spec: { parentRef: reference } })).toEqual(expected)
  })
})

test.each([
  [parentRef, []],
  [
    { ...parentRef, name: 'other' },
    [
      'spec.parentRef: Invalid value: networking.ParentReference{Group:"", Resource:"services", Namespace:"default", Name:"other"}: field is immutable',
    ],
  ],
  [undefined, ['spec.parentRef: Required value', 'spec.parentRef: Invalid value: "null": field is immutable']],
])('validates an update of the parentRef to %j', (reference, expected) => {
  expect(causes(ipAddress, { spec: { parentRef: reference } }, { old: { spec: { parentRef } } })).toEqual(expected)
})

test.each([
  [{ resource: 'services', name: 'web' }, 'services/web'],
  [parentRef, 'services/default/web'],
  [{ ...parentRef, group: 'gateway.example.io' }, 'services.gateway.example.io/default/web'],
  [undefined, '<none>'],
])('prints the columns of %j', (reference, expected) => {
  expect(cells(ipAddress, { spec: { parentRef: reference } })).toEqual(['10.0.0.10', expected, '<unknown>'])
})

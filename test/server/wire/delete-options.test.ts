import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { deleteOptions } from '../../../src/server/wire/call.js'

describe('DeleteOptions are decoded from', () => {
  test.each([
    [undefined, {}],
    [{}, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'v1' }, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'coordination.k8s.io/v1' }, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'v7' }, {}],
    [{ apiVersion: 'example.com/v1' }, {}],
    [{ dryRun: ['All'] }, { dryRun: true }],
    [{ dryRun: [] }, {}],
    [{ propagationPolicy: 'Foreground' }, { propagationPolicy: 'Foreground' }],
    [{ orphanDependents: true }, { propagationPolicy: 'Orphan', orphanDependents: true }],
    [{ orphanDependents: false }, { propagationPolicy: 'Background', orphanDependents: false }],
    [{ preconditions: { uid: 'u', resourceVersion: '7' } }, { preconditions: { uid: 'u', resourceVersion: '7' } }],
    [{ colour: 'red', gracePeriodSeconds: 5 }, { gracePeriodSeconds: 5 }],
    [{ gracePeriodSeconds: 0 }, { gracePeriodSeconds: 0 }],
    [{ ignoreStoreReadErrorWithClusterBreakingPotential: false }, {}],
  ])('%j', (value, want) => {
    expect(deleteOptions(value, '1.33', featureGatesOf('1.33'))).toMatchObject({
      dryRun: false,
      orphanDependents: undefined,
      ...want,
    })
  })
})

describe('DeleteOptions are refused', () => {
  test.each([
    [{ propagationPolicy: 'Sideways' }, 422],
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, 422],
    [{ dryRun: ['Some'] }, 422],
    [{ kind: 'Lease', apiVersion: 'coordination.k8s.io/v1' }, 500],
    [{ kind: 'DeleteOptions', Kind: 'Odd' }, 500, 'no kind "Odd" is registered for version "meta.k8s.io/v1"'],
    [{ Kind: 'Odd', apiversion: 'a/v1' }, 500, 'no kind "Odd" is registered for version "a/v1"'],
    [{ kind: 'Odd' }, 500, 'no kind "Odd" is registered for version "meta.k8s.io/v1"'],
    [{ kind: 'ListOptions', apiVersion: 'v1' }, 500, 'no kind "ListOptions" is registered for version "v1"'],
    [{ kind: 'Status', apiVersion: 'v1' }, 500, 'converting (v1.Status) to (v1.DeleteOptions): unknown conversion'],
    [{ kind: 'Table', apiVersion: 'meta.k8s.io/v1' }, 500, 'converting (v1.Table) to'],
  ])('%j: %d', (value, code, message = '') => {
    let error: unknown
    try {
      deleteOptions(value, '1.33', featureGatesOf('1.33'))
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(StatusError)
    expect((error as StatusError).message).toContain(message)
    expect((error as StatusError).code).toBe(code) // checked above
  })
})

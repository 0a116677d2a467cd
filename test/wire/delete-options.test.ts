import { describe, expect, test } from 'vitest'
import { StatusError } from '../../src/base/status.js'
import { kubernetesProfile } from '../../src/registry/profile.js'
import { lease } from '../../src/kinds/coordination/lease.js'
import { deleteOptions } from '../../src/wire/delete-options.js'

const def = lease(kubernetesProfile)

describe('members', () => {
  test.each([
    [undefined, {}],
    [{}, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'v1' }, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }, {}],
    [{ kind: 'DeleteOptions', apiVersion: 'coordination.k8s.io/v1' }, {}],
    [{ dryRun: ['All'] }, { dryRun: true }],
    [{ dryRun: [] }, {}],
    [{ propagationPolicy: 'Foreground' }, { propagationPolicy: 'Foreground' }],
    [{ orphanDependents: true }, { propagationPolicy: 'Orphan' }],
    [{ orphanDependents: false }, { propagationPolicy: 'Background', orphanDependentsFalse: true }],
    [{ preconditions: { uid: 'u', resourceVersion: '7' } }, { preconditions: { uid: 'u', resourceVersion: '7' } }],
    [{ colour: 'red', gracePeriodSeconds: 5 }, { gracePeriodSeconds: 5 }],
    [{ gracePeriodSeconds: 0 }, { gracePeriodSeconds: 0 }],
    [{ ignoreStoreReadErrorWithClusterBreakingPotential: false }, {}],
  ])('%j', (value, want) => {
    expect(deleteOptions(value, def)).toMatchObject({ dryRun: false, orphanDependentsFalse: false, ...want })
  })
})

describe('refused', () => {
  test.each([
    [{ propagationPolicy: 'Sideways' }, 422],
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, 422],
    [{ dryRun: ['Some'] }, 422],
    [{ kind: 'Lease', apiVersion: 'coordination.k8s.io/v1' }, 500],
    [{ kind: 'DeleteOptions', apiVersion: 'v7' }, 500],
  ])('%j: %d', (value, code) => {
    let error: unknown
    try {
      deleteOptions(value, def)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(StatusError)
    expect((error as StatusError).code).toBe(code) // the line above says so
  })
})

import { beforeAll, expect, test } from 'vitest'
import { StatusError } from '../../../../src/base/errors/status.js'
import { mustHave } from '../../../../src/base/must-have.js'
import { finish } from '../../../../src/base/turns/steps.js'
import { loadLibrary } from '../../../../src/cel/library.js'
import { readAs } from '../../../../src/model/registry/read.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import { compiledMutations } from '../../../../src/server/admission/policies/compiled-policy.js'
import type { Asking } from '../../../../src/server/admission/policies/invocations.js'
import { mutated } from '../../../../src/server/admission/policies/mutated.js'
import { builtinKindsOf } from '../../../../src/kinds/builtin.js'
import { createRegistry } from '../../../../src/model/registry/registry.js'
import { kubernetesProfileOf } from '../../../../src/model/registry/profile.js'
import { newestOf } from '../../../../src/model/registry/releases.js'
import recorded from './recorded-mutated.json' with { type: 'json' }

beforeAll(() => loadLibrary())

type Recorded = {
  readonly name: string
  readonly mutations: readonly ({ readonly patch: string } | { readonly apply: string })[]
  readonly variables?: readonly { readonly name: string; readonly expression: string }[]
  readonly paramKind?: object
  readonly params?: KubeObject
  readonly namespace?: KubeObject
  readonly object: object
  readonly oldObject?: object
  readonly result?: object
  readonly error?: string
}

const profile = kubernetesProfileOf(newestOf('1.37'))
const registry = createRegistry(profile, builtinKindsOf(profile))
const kind = mustHave(registry.at('apps', 'v1', 'deployments'), 'Deployments')
const read = (value: object): KubeObject => readAs(kind, { apiVersion: 'apps/v1', kind: 'Deployment', ...value }).object
// What all of them ask for.
const REQUEST = {
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
}
const rights = { check: () => ({ allowed: true, reason: '' }), ofServiceAccount: () => rights }

function outcome({ mutations, variables, paramKind, ...given }: Recorded): object {
  const spec = {
    ...(variables ? { variables } : {}),
    ...(paramKind ? { paramKind } : {}),
    mutations: mutations.map((one) =>
      'patch' in one
        ? { patchType: 'JSONPatch', jsonPatch: { expression: one.patch } }
        : { patchType: 'ApplyConfiguration', applyConfiguration: { expression: one.apply } },
    ),
  }
  const compiled = finish(compiledMutations(spec))
  const asking = { registry, request: { def: kind, subresource: '' } } as unknown as Asking
  let object = read(given.object)
  for (const mutation of compiled.mutations) {
    const input = {
      object,
      oldObject: given.oldObject ? read(given.oldObject) : null,
      request: () => REQUEST,
      namespaceObject: given.namespace ?? null,
      authorizer: () => ({
        rights,
        resource: { group: 'apps', resource: 'deployments', subresource: '', namespace: '', name: '' },
      }),
    }
    const own = { params: given.params ?? null, variables: compiled.variables }
    try {
      const { value, fault } = finish(mutated(mutation, object, input, own, asking, { kind, resource: kind } as never))
      if (fault !== undefined) return { error: fault }
      object = value
    } catch (error) {
      if (error instanceof StatusError) return { error: error.message }
      throw error
    }
  }
  return { result: object }
}

// These are the tables of the tests of k8s.io/apiserver/pkg/admission/plugin/policy/mutating v0.37, with what becomes of
// them there: recorded by tools/record/cel.
test.each((recorded as unknown as readonly Recorded[]).map((one) => [one.name, one] as const))('%s', (_, one) => {
  expect(outcome(one)).toEqual(
    one.error === undefined ? { result: kind.defaults(read(one.result ?? {})) } : { error: one.error },
  )
})

import { beforeAll, expect, test } from 'vitest'
import { estimate } from '../../src/cel/cost/estimate.js'
import { checkExpression } from '../../src/cel/expression-check.js'
import { type Rights, authorizerValue } from '../../src/cel/functions/authorizer.js'
import { loadEngine, loadLibrary, readyFor } from '../../src/cel/library.js'
import { CelError } from '../../src/cel/run/cel-error.js'
import { OPTIONAL_VARIABLES } from '../../src/cel/types/admission-types.js'
import { typeIn } from '../../src/cel/types/overload.js'
import type { Schema } from '../../src/schema/types.js'
import recorded from './recorded-library.json' with { type: 'json' }
import { shown } from './shown.js'

beforeAll(() => loadLibrary())

const allowed: Rights = { check: () => ({ allowed: true, reason: '' }), ofServiceAccount: () => allowed }
const variables = new Map([['authorizer', typeIn(OPTIONAL_VARIABLES.authorizer.authorizer)]])

function evaluated(expression: string): Omit<Recorded, 'expression'> {
  const checked = checkExpression({ variables, structs: new Map() }, expression, {
    types: [],
    wrongType: () => '',
    head: 'refused: ',
  })
  if (!checked.ok)
    return { result: checked.text.replace(/^program instantiation failed: /, 'not started: '), cost: 0, most: 0 }
  const { value, cost } = checked.run({ authorizer: authorizerValue(allowed) }, 1_000_000)
  const most = estimate(checked.expr, undefined).max
  return { result: value instanceof CelError ? `error: ${value.message}` : shown(value), cost, most: Number(most) }
}

type Recorded = {
  readonly expression: string
  readonly result: string
  /** The actual cost, and the most that was estimated. */
  readonly cost: number
  readonly most: number
}

// The expressions are those that the tests of k8s.io/apiserver/pkg/cel/library evaluate; what becomes of them is
// recorded by tools/record/cel.
test.each(recorded as [string, string, number, number][])(
  'the result and the costs of %s are as recorded',
  (expression, result, cost, most) => expect(evaluated(expression)).toEqual({ result, cost, most }),
)

test.each([
  [undefined, {}],
  [loadEngine, { 'x-kubernetes-validations': [{ rule: 'self.size > 0', message: 'matches nothing' }] }],
  [loadLibrary, { 'x-kubernetes-validations': [{ rule: 'self.name.matches("a")' }] }],
  [loadLibrary, { 'x-kubernetes-validations': [{ rule: 'isURL(self.name)' }] }],
  [loadLibrary, { 'x-kubernetes-validations': [{ rule: 'true', messageExpression: 'format.dns1123Label()' }] }],
  [loadLibrary, { properties: { name: { type: 'string', pattern: 'a' } } }],
  [loadLibrary, { properties: { link: { type: 'string', format: 'uri' } } }],
] as const)('%o loads what a schema needs: %j', (load, schema) => {
  expect(readyFor({ type: 'object', ...schema } as Schema).ready).toBe(load) // `uri` is a format of custom resources
})
